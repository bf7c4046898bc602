"use strict";
/* What makes a page easier; nothing on it needs this file. */
addEventListener("DOMContentLoaded", function () {
  var root = document.documentElement;
  var words = @WORDS@;
  var isSingle = root.classList.contains("single");
  root.classList.add("live");
  function kept(name, value) {
    try {
      if (value === undefined) { return localStorage.getItem("xltie-" + name) || ""; }
      if (value === "") { localStorage.removeItem("xltie-" + name); }
      else { localStorage.setItem("xltie-" + name, value); }
    } catch (error) { /* a browser may refuse to store anything */ }
    return "";
  }
  function made(tag, attributes, text) {
    var element = document.createElement(tag);
    Object.keys(attributes).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    if (text) { element.textContent = text; }
    return element;
  }
  function all(selector, within) { return Array.from((within || document).querySelectorAll(selector)); }
  function loaded(name, then, otherwise) {
    var script = made("script", {src: name});
    script.onload = function () { script.remove(); then(); };
    script.onerror = function () { script.remove(); if (otherwise) { otherwise(); } };
    document.head.append(script);
  }

  /* light or dark */
  if (kept("theme")) { root.dataset.theme = kept("theme"); }
  var nav = document.querySelector("nav");
  if (nav) {
    var theme = made("button", {type: "button", class: "tool"}, words.theme);
    theme.addEventListener("click", function () {
      var isDark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      kept("theme", root.dataset.theme);
    });
    nav.append(theme);
  }

  /* how fresh the page is; it loads itself anew while a round is open */
  var EVERY = 20000;
  var line = document.getElementById("state");
  function clock(seconds) {
    var then = new Date(seconds * 1000);
    var time = then.toLocaleTimeString(root.lang, {hour: "2-digit", minute: "2-digit", hour12: false});
    return then.toDateString() === new Date().toDateString()
      ? time : then.toLocaleDateString(root.lang) + " " + time;
  }
  function showState(said, saved) {
    if (!line) {
      line = made("p", {id: "state"});
      document.querySelector("header").append(line);
    }
    line.textContent = (saved ? clock(saved) + ", " : "") + said;
  }
  function isBusy() {
    var field = document.activeElement;
    return document.hidden || (field && field.type === "search") || document.querySelector(".tip");
  }
  var mark = "";
  function lookForNews() {
    loaded("state.js?" + Date.now(), function () {
      var state = window.xltieState;
      if (mark && state[3] !== mark) {
        if (!isBusy()) { location.reload(); }
        return setTimeout(lookForNews, EVERY);
      }
      mark = state[3];
      showState(state[0], state[1]);
      if (state[2]) { setTimeout(lookForNews, EVERY); }
    }, function () {
      if (line && mark) { line.append(" · ⚠ " + words.checked + " " + clock(Date.now() / 1000)); }
      setTimeout(lookForNews, 3 * EVERY);
    });
  }
  if (isSingle && line) {
    showState(line.querySelector("span").textContent, Number(line.dataset.saved));
    if (root.hasAttribute("data-running")) {
      setInterval(function () { if (!isBusy()) { location.reload(); } }, 3 * EVERY);
    }
  } else if (root.dataset.event) { lookForNews(); }

  /* find a name: a few rows are shown at once, so that a large table answers at every letter */
  var MOST = 100;
  var letters = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"};
  function folded(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
      .replace(/[øłđðþßæœı]/g, function (letter) { return letters[letter]; });
  }
  all(".search").forEach(function (box) {
    var rows = all("tbody tr", box);
    if (rows.length < 8) { return; }
    var texts = null;
    var shown = rows;
    var field = made("input", {type: "search", placeholder: words.find, "aria-label": words.find});
    var told = made("p", {role: "status", class: "told"});
    field.addEventListener("input", function () {
      texts = texts || rows.map(function (row) {
        return folded(all("a", row).concat(row).map(function (part) { return part.textContent; }).join(" "));
      });
      var wanted = folded(field.value.trim());
      var found = rows;
      var count = 0;
      if (wanted) {
        found = rows.filter(function (row, at) {
          return texts[at].includes(wanted) && ++count <= MOST;
        });
      }
      var next = new Set(found);
      shown.forEach(function (row) { if (!next.has(row)) { row.hidden = true; } });
      found.forEach(function (row) { row.hidden = false; });
      shown = found;
      told.textContent = found.length ? (count > MOST ? words.more : "") : words.none + ": " + field.value.trim();
    });
    box.before(field, told);
  });

  /* the codes of criteria: two sentences for whoever taps one */
  function explained(code, sort) {
    var tip = made("div", {popover: "auto", class: "tip", role: "dialog", "aria-label": code, tabindex: "-1"});
    var text = made("p", {});
    text.append(made("b", {}, code), " – " + words.codes[code].join(" "));
    tip.append(text);
    function button(name, then) {
      var found = made("button", {type: "button", class: "tool"}, name);
      found.addEventListener("click", then);
      tip.append(found);
    }
    if (sort) { button(words.sort, function () { sort(); }); }
    button(words.close, function () { tip.hidePopover(); });
    tip.addEventListener("toggle", function (event) { if (event.newState === "closed") { tip.remove(); } });
    document.body.append(tip);
    tip.showPopover();
    tip.focus();
  }
  var canTip = "popover" in HTMLElement.prototype;
  function isCode(text) { return Object.prototype.hasOwnProperty.call(words.codes, text); }
  if (canTip) {
    function explains(code, text, kind) {
      var button = made("button", {type: "button", class: kind}, text);
      button.addEventListener("click", function () { explained(code); });
      return button;
    }
    all(".card b, thead th").forEach(function (title) {
      var code = title.textContent;
      if (!isCode(code) || title.firstElementChild) { return; }
      var button = explains(code, code, "code");
      if (title.tagName === "TH") { title.replaceChildren(button); } else { title.replaceWith(button); }
    });
    all("details > summary, .value > b").forEach(function (title) {
      var code = title.textContent.replace(/:[^:]*$/, "");
      if (!isCode(code)) { return; }
      var button = explains(code, words.what + " " + code + "?", "tool code");
      if (title.tagName === "SUMMARY") { title.after(button); } else { title.parentNode.append(" ", button); }
    });
    document.addEventListener("click", function (event) {
      var link = event.target.closest("a.code");
      if (link && isCode(link.textContent)) {
        event.preventDefault();
        explained(link.textContent, link.sortColumn);
      }
    });
    all("table[data-decided]").forEach(function (table) {
      var at = Number(table.dataset.decided) - 1;
      table.addEventListener("click", function (event) {
        var cell = event.target.closest("td");
        if (!cell || cell.cellIndex !== at) { return; }
        var code = Object.keys(words.codes).filter(function (known) {
          return cell.textContent.indexOf(known + " ") === 0;
        })[0];
        if (code) { explained(code); }
      });
    });
  }

  /* sort by a column */
  var figure = /^[+\-–]?[\d\s.,\u00a0\u202f]+/;
  function sortable(cell) {
    var text = cell ? cell.textContent.trim() : "";
    var found = figure.exec(text);
    if (!found) { return text === "" ? null : text.toLocaleLowerCase(); }
    var plain = found[0].replace(/[\s\u00a0\u202f]/g, "").replace("–", "-");
    plain = root.lang === "ru" ? plain.replace(",", ".") : plain.replace(/,/g, "");
    return isNaN(parseFloat(plain)) ? text : parseFloat(plain);
  }
  function compared(one, other) {
    if (one === other) { return 0; }
    if (one === null || other === null) { return one === null ? 1 : -1; }
    if (typeof one !== typeof other) { return typeof one === "number" ? -1 : 1; }
    return typeof one === "number" ? one - other : one.localeCompare(other, root.lang);
  }
  all(".search table").forEach(function (table) {
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, at) {
      function sort() {
        var isDown = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        var rows = Array.from(table.tBodies[0].rows).map(function (row) {
          return [sortable(row.cells[at]), row];
        });
        rows.sort(function (a, b) {
          if (a[0] === null || b[0] === null) { return compared(a[0], b[0]); }
          return (isDown ? -1 : 1) * compared(a[0], b[0]);
        });
        table.tBodies[0].append.apply(table.tBodies[0], rows.map(function (pair) { return pair[1]; }));
      }
      var code = head.querySelector(".code");
      if (code) { code.sortColumn = sort; return; }
      var button = made("button", {type: "button"}, head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", sort);
    });
  });

  /* every game of a cross table leads to the opponent, by a tap on its cell */
  all("table[data-ids]").forEach(function (table) {
    var at = Number(table.dataset.ids) - 1;
    var pages = null;
    table.addEventListener("click", function (event) {
      var cell = event.target.closest("td");
      if (!cell || cell.cellIndex <= at) { return; }
      pages = pages || new Map(Array.from(table.tBodies[0].rows).map(function (row) {
        return [row.cells[at].textContent, row.querySelector("a").getAttribute("href")];
      }));
      var found = /^\(?[+=?-](\d+)/.exec(cell.textContent);
      if (found && pages.has(found[1])) { location.href = pages.get(found[1]); }
    });
  });

  /* all columns on a phone; headings stick to the screen where a table fits it */
  all(".scroll").forEach(function (box) {
    var table = box.querySelector("table");
    function fit() { box.classList.toggle("fits", table.offsetWidth <= box.clientWidth); }
    if (/(^| )m\d/.test(table.className)) {
      var button = made("button", {type: "button", class: "tool all-columns", "aria-pressed": "false"}, words.all);
      button.addEventListener("click", function () {
        button.setAttribute("aria-pressed", String(box.classList.toggle("all")));
        fit();
      });
      box.before(button);
    }
    if (window.ResizeObserver) { new ResizeObserver(fit).observe(box); }
  });

  /* follow a player of this event: the card on every page, and every link to the player marked */
  var slot = "follow " + location.pathname.replace(isSingle ? /$/ : /[^/]*$/, "") + " " + root.dataset.event;
  function followed() {
    try { return JSON.parse(kept(slot)) || []; } catch (error) { return []; }
  }
  function keyOf(link) { return (link.getAttribute("href") || "").replace(/^#|\.html$/g, ""); }
  function address(key) { return isSingle ? "#" + key : key + ".html"; }
  function markAll() {
    var key = followed()[0];
    all(".followed").forEach(function (part) { part.classList.remove("followed"); });
    all(".card.pinned").forEach(function (card) { card.remove(); });
    if (!key) { return; }
    all('main a[href="' + address(key) + '"]')
      .forEach(function (link) {
        link.classList.add("followed");
        var row = link.closest("tbody tr");
        if (row && (link.closest("th") || !link.closest("table.cross"))) { row.classList.add("followed"); }
      });
    all(".line").forEach(function (one) {
      if (one.dataset.player === key) { one.classList.add("on"); }
    });
    if (isSingle) {
      var page = document.getElementById(key);
      var card = page && page.querySelector(".card");
      if (card) {
        var brief = Array.from(card.cloneNode(true).children).slice(0, Number(card.dataset.brief));
        pinned(key, page.querySelector("h1").textContent, brief);
      }
    } else if (!isPageOf(key)) {
      loaded("cards.js", function () { pinCard(key, window.xltieCards); });
    }
  }
  function isPageOf(key) { return location.pathname.endsWith("/" + key + ".html"); }
  function pinned(key, name, lines) {
    var card = made("aside", {class: "card pinned", "aria-label": words.following});
    var title = made("p", {});
    title.append(made("a", {href: address(key), class: "followed"}, name));
    card.append.apply(card, [title].concat(lines));
    document.querySelector("main").prepend(card);
  }
  function pinCard(key, cards) {
    var name = followed()[1];
    if (!cards[key] || cards[key][0] !== name) {
      /* somebody was added or taken out, and the numbers moved: the name tells */
      var now = Object.keys(cards).filter(function (other) { return cards[other][0] === name; });
      kept(slot, now.length === 1 ? JSON.stringify([now[0], name]) : "");
      if (now.length === 1) { markAll(); }
      return;
    }
    pinned(key, name, cards[key][1].map(function (parts) {
      var line = made("p", {});
      parts.forEach(function (part) {
        if (typeof part === "string") { line.append(part); return; }
        line.append(made("a", {href: address(part[1])}, part[0]));
      });
      return line;
    }));
  }
  function offer(key, heading) {
    var button = made("button", {type: "button", class: "tool"});
    function show() {
      var isOn = followed()[0] === key;
      button.setAttribute("aria-pressed", String(isOn));
      button.textContent = isOn ? "★ " + words.following : "☆ " + words.follow;
    }
    button.addEventListener("click", function () {
      kept(slot, followed()[0] === key ? "" : JSON.stringify([key, heading.textContent]));
      show();
      markAll();
    });
    show();
    heading.after(button);
  }
  if (isSingle) {
    all('.page[id^="p-"]').forEach(function (page) { offer(page.id, page.querySelector("h1")); });
  } else {
    var own = /\/(p-[0-9a-z-]+)(\.html)?$/.exec(location.pathname);
    if (own) { offer(own[1], document.querySelector("h1")); }
  }

  /* lines of chosen players: the names beside them keep the order of the lines */
  function arrange(chart) {
    var names = all(".line", chart).filter(function (one) {
      return one.classList.contains("on") || !one.classList.contains("off");
    }).map(function (one) { return one.querySelector("text"); });
    names.sort(function (a, b) { return a.dataset.y - b.dataset.y; });
    var room = Number(chart.dataset.room) || 15;
    var bottom = Number(chart.querySelector("svg").viewBox.baseVal.height) - 34;
    var at = 0;
    names.forEach(function (name) { at = Math.max(Number(name.dataset.y), at + room); name.at = at; });
    at = bottom + room;
    names.slice().reverse().forEach(function (name) {
      at = Math.min(name.at, at - room);
      name.setAttribute("y", at);
      var leader = name.parentNode.querySelector(".leader");
      if (leader) { leader.setAttribute("d", leader.getAttribute("d").replace(/L(\S+) .*$/, "L$1 " + (at - 4))); }
    });
  }
  markAll();
  all(".chart").forEach(function (chart) {
    if (!chart.querySelector(".line.off")) { return; }
    var choices = made("details", {class: "choices"});
    var list = made("ul", {});
    all(".line", chart).forEach(function (one) {
      var label = made("label", {});
      var box = made("input", {type: "checkbox"});
      box.checked = one.classList.contains("on") || !one.classList.contains("off");
      box.addEventListener("change", function () {
        one.classList.toggle("on", box.checked);
        one.classList.toggle("off", !box.checked);
        arrange(chart);
      });
      label.append(box, " " + one.querySelector("text").textContent);
      var item = made("li", {});
      item.append(label);
      list.append(item);
    });
    choices.append(made("summary", {}, words.choose), list);
    chart.after(choices);
    arrange(chart);
  });
});

"use strict";
/* What makes a page easier; nothing on it needs this file. */
addEventListener("DOMContentLoaded", function () {
  var root = document.documentElement;
  var words = @WORDS@;
  root.classList.add("live");
  function kept(name, value) {
    try {
      if (value === undefined) { return localStorage.getItem("xltie-" + name) || ""; }
      localStorage.setItem("xltie-" + name, value);
    } catch (error) { /* a browser may refuse to store anything */ }
    return "";
  }
  function made(tag, attributes, text) {
    var element = document.createElement(tag);
    Object.keys(attributes).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    if (text) { element.textContent = text; }
    return element;
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

  /* find a name */
  document.querySelectorAll(".search").forEach(function (box) {
    var rows = Array.from(box.querySelectorAll("tbody tr"));
    if (rows.length < 8) { return; }
    var field = made("input", {type: "search", placeholder: words.find, "aria-label": words.find});
    field.addEventListener("input", function () {
      var wanted = field.value.trim().toLocaleLowerCase();
      rows.forEach(function (row) {
        row.hidden = wanted !== "" && !row.textContent.toLocaleLowerCase().includes(wanted);
      });
    });
    box.before(field);
  });

  /* sort by a column */
  var figure = /^[+\-–]?[\d\s.,  ]+/;
  function sortable(cell) {
    var text = cell ? cell.textContent.trim() : "";
    var found = figure.exec(text);
    if (!found) { return text === "" ? null : text.toLocaleLowerCase(); }
    var plain = found[0].replace(/[\s  ]/g, "").replace("–", "-");
    plain = root.lang === "ru" ? plain.replace(",", ".") : plain.replace(/,/g, "");
    return isNaN(parseFloat(plain)) ? text : parseFloat(plain);
  }
  function compared(one, other) {
    if (one === other) { return 0; }
    if (one === null || other === null) { return one === null ? 1 : -1; }
    if (typeof one !== typeof other) { return typeof one === "number" ? -1 : 1; }
    return typeof one === "number" ? one - other : one.localeCompare(other, root.lang);
  }
  document.querySelectorAll(".search table").forEach(function (table) {
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, at) {
      var button = made("button", {type: "button"}, head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", function () {
        var isDown = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (own) { own.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        var rows = Array.from(table.tBodies[0].rows).map(function (row) {
          return [sortable(row.cells[at]), row];
        });
        rows.sort(function (a, b) {
          if (a[0] === null || b[0] === null) { return compared(a[0], b[0]); }
          return (isDown ? -1 : 1) * compared(a[0], b[0]);
        });
        table.tBodies[0].append.apply(table.tBodies[0], rows.map(function (own) { return own[1]; }));
      });
    });
  });

  /* lead from every game of a cross table to the opponent */
  document.querySelectorAll("table[data-ids]").forEach(function (table) {
    var at = Number(table.dataset.ids) - 1;
    var rows = Array.from(table.tBodies[0].rows);
    var pages = new Map(rows.map(function (row) {
      return [row.cells[at].textContent, row.querySelector("a").getAttribute("href")];
    }));
    rows.forEach(function (row) {
      Array.from(row.cells).slice(at + 1).forEach(function (cell) {
        var found = /^\(?[+=?-](\d+)/.exec(cell.textContent);
        if (!found || !pages.has(found[1])) { return; }
        var link = made("a", {href: pages.get(found[1])}, cell.textContent);
        cell.replaceChildren(link);
      });
    });
  });

  /* follow a player: marked on every page, and in the charts */
  function keyOf(link) { return link.getAttribute("href").replace(/^#|\.html$/g, ""); }
  function mark() {
    var key = kept("player");
    document.querySelectorAll("tr.followed").forEach(function (row) { row.classList.remove("followed"); });
    if (!key) { return; }
    document.querySelectorAll("tbody th a").forEach(function (link) {
      if (keyOf(link) === key) { link.closest("tr").classList.add("followed"); }
    });
    document.querySelectorAll('.line[data-player="' + CSS.escape(key) + '"]').forEach(function (line) {
      line.classList.add("on");
    });
  }
  function offer(key, heading) {
    var button = made("button", {type: "button", class: "tool", "aria-pressed": "false"}, words.follow);
    function show() { button.setAttribute("aria-pressed", String(kept("player") === key));
      button.textContent = kept("player") === key ? words.following : words.follow; }
    button.addEventListener("click", function () {
      kept("player", kept("player") === key ? "" : key);
      show();
      mark();
    });
    show();
    heading.after(button);
  }
  if (root.classList.contains("single")) {
    document.querySelectorAll('.page[id^="p-"]').forEach(function (page) {
      offer(page.id, page.querySelector("h1"));
    });
  } else {
    var own = /(p-[0-9a-z-]+)(\.html)?$/.exec(location.pathname);
    if (own) { offer(own[1], document.querySelector("h1")); }
  }
  mark();

  /* lines of chosen players */
  document.querySelectorAll(".chart").forEach(function (chart) {
    if (!chart.querySelector(".line.off")) { return; }
    var choices = made("details", {class: "choices"});
    var list = made("ul", {});
    chart.querySelectorAll(".line").forEach(function (line) {
      var label = made("label", {});
      var box = made("input", {type: "checkbox"});
      box.checked = line.classList.contains("on") || !line.classList.contains("off");
      box.addEventListener("change", function () {
        line.classList.toggle("on", box.checked);
        line.classList.toggle("off", !box.checked);
      });
      label.append(box, " " + line.lastElementChild.textContent);
      var item = made("li", {});
      item.append(label);
      list.append(item);
    });
    choices.append(made("summary", {}, words.choose), list);
    chart.after(choices);
  });
});

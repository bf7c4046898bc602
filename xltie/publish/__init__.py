"""Pages, prints and charts of an event, in the reader's language.

From the facts to a file in four steps: :mod:`results <xltie.publish.results>` ranks the event after
every round, :mod:`pages <xltie.publish.pages>` say what stands on each page (pure data),
:mod:`rendering <xltie.publish.rendering>` makes HTML of it by the templates, and
:mod:`writing <xltie.publish.writing>` writes the files that changed.
"""

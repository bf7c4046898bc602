"""One builder for each kind of page; :mod:`site <xltie.publish.pages.site>` puts them together."""

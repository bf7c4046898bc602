"""The settings of an event: each declared once, read by its kind, and kept as what was said.

* ``declared`` lists every setting; a new one is one line there.
* ``kinds`` says how a text is read: as a value, or as a message of what may stand there.
* ``settings`` holds what is said of one event.
* ``thinking_time`` reads the settings that tell how long games of Go last, taken together.
"""

from xltie.settings.setting import Kind, Line, Option, Setting, Texts
from xltie.settings.settings import NO_SETTINGS, Settings

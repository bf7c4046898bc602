"""``python -m xltie`` is the command ``xltie``."""

import sys

from xltie.cli import main

sys.exit(main())

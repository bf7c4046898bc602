"""``python -m xltie`` is the command ``xltie``."""

import sys

from xltie.cli.main import main

sys.exit(main())

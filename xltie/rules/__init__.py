"""The rules, one function each; importing this package registers them all."""

from xltie.rules import bridge, chess, common, go, othello

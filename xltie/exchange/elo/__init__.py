"""Result files of the World Othello Federation, as PAPP and FlipTheDisc write them."""

from xltie.exchange.elo.reader import FORMAT, looks_like, read

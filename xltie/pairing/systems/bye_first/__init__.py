"""The systems of C.04.4 that give the bye first: Burstein and Dubov, from 1 February 2026.

``bye`` (who has it), ``burstein_index`` and ``burstein`` (the fold by the index of the opponents),
``dubov_player`` and ``dubov`` (low average ratings of opponents against high ratings),
``bye_first_round`` (a drawn round). Players, criteria and the completion test are those of
``dutch``.
"""

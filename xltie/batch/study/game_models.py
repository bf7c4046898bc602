"""The models by name."""

from __future__ import annotations

from typing import Union

from xltie.batch.study.models import Boards, Davidson, EgfExpectancy, Model, NormalDiscs
from xltie.core.errors import InputError
from xltie.core.messages import say

MODELS: dict[str, type[Union[Davidson, EgfExpectancy, NormalDiscs, Boards]]] = {
    "davidson": Davidson,
    "egf": EgfExpectancy,
    "discs": NormalDiscs,
    "boards": Boards,
}


def model_named(name: str, options: dict[str, float]) -> Union[Model, Boards]:
    """Return a model with the options that are given.

    Raises:
        InputError: there is no such model, or it has no such option.
    """
    kind = MODELS.get(name)
    if kind is None:
        raise InputError.of(
            say(
                "there is no model {name!r}; choose from {models}",
                name=name,
                models=", ".join(MODELS),
            )
        )
    known = getattr(kind, "__dataclass_fields__", {})
    unknown = [option for option in options if option not in known]
    if unknown:
        if not known:
            raise InputError.of(say("model {name} has no options", name=name))
        raise InputError.of(
            say(
                "model {name} has no option {option!r}; it has {options}",
                name=name,
                option=unknown[0],
                options=", ".join(known),
            )
        )
    return kind(**options)

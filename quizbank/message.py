"""Sentences for the learner that the core composes and the front end translates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence as an English template and its values.

    ``str(message)`` is the English text. A front end looks ``template`` up in its catalog and fills the
    translation with ``values``, so the core never needs to know the language on the screen. A value may be
    a Message itself, or a tuple of words, which is an enumeration.
    """

    template: str
    values: tuple[tuple[str, object], ...]

    def __init__(self, template: str, **values: object) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(values.items()))

    def __str__(self) -> str:
        return self.template.format(
            **{name: ", ".join(one) if isinstance(one, tuple) else one for name, one in self.values}
        )


class Unfit(ValueError):
    """What a rule of a model's own finds wrong with a value; ``message`` can be translated."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))

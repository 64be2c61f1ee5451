"""What pydantic finds wrong with a value, as messages that can be translated."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic_core import ErrorDetails

from quizbank.message import Message, Unfit

_PLAIN: Mapping[str, Message] = {
    "string_type": Message("Input should be a valid string"),
    "int_type": Message("Input should be a valid integer"),
    "float_type": Message("Input should be a valid number"),
    "bool_type": Message("Input should be a valid boolean"),
    "tuple_type": Message("Input should be a valid tuple"),
    "model_type": Message("Input should be a valid dictionary or instance of {class_name}"),
    "greater_than": Message("Input should be greater than {gt}"),
    "greater_than_equal": Message("Input should be greater than or equal to {ge}"),
    "less_than": Message("Input should be less than {lt}"),
    "less_than_equal": Message("Input should be less than or equal to {le}"),
    "string_pattern_mismatch": Message("String should match pattern '{pattern}'"),
}
"""The common ones by their type, worded as pydantic does; the values are those of its context."""

_AS_IT_IS = "{text}"


def message_of(details: ErrorDetails) -> Message:
    """Return what is wrong; a rare kind of error stays in pydantic's own English."""
    values = details.get("ctx", {})
    if isinstance(unfit := values.get("error"), Unfit):
        return unfit.message
    usual = details["msg"].removeprefix("Value error, ")
    match details["type"]:
        case "literal_error":
            message = _one_of(str(values["expected"]))
        case "too_short":
            message = _at_least(values["min_length"], values["actual_length"])
        case "too_long":
            message = _at_most(values["max_length"], values["actual_length"])
        case kind if kind in _PLAIN:
            shown = {name: f"{one:g}" if isinstance(one, float) else one for name, one in values.items()}
            message = Message(_PLAIN[kind].template, **shown)
        case _:
            message = Message(_AS_IT_IS, text=usual)
    # Another version of pydantic may say more than this: then that is what counts.
    return message if str(message) == usual else Message(_AS_IT_IS, text=usual)


def _one_of(expected: str) -> Message:
    others, _, last = expected.rpartition(" or ")
    if not others:
        return Message("Input should be {expected}", expected=expected)
    return Message("Input should be {others} or {last}", others=tuple(others.split(", ")), last=last)


def _at_least(count: int, found: int) -> Message:
    if count == 1:
        return Message("Tuple should have at least 1 item after validation, not {found}", found=found)
    return Message(
        "Tuple should have at least {count} items after validation, not {found}", count=count, found=found
    )


def _at_most(count: int, found: int) -> Message:
    if count == 1:
        return Message("Tuple should have at most 1 item after validation, not {found}", found=found)
    return Message(
        "Tuple should have at most {count} items after validation, not {found}", count=count, found=found
    )

"""The time limit of a question, as the command line spells it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tui.i18n import _


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds for each question; None is as long as it should take."""

    seconds: float | None


LONGEST = 3600.0
_SPELLED = re.compile(r"(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?", re.ASCII)


def read_limit(text: str) -> Limit:
    """Return the limit that a text such as 20s, 2m, 1m30s or auto spells.

    Raises ValueError, which says what is taken.
    """
    spelled = text.strip().lower()
    if spelled == "auto":
        return Limit(None)
    found = _SPELLED.fullmatch(spelled)
    seconds = 60 * float(found[1] or 0) + float(found[2] or 0) if found else 0.0
    if not 1 <= seconds <= LONGEST:
        raise ValueError(
            _(
                '"{text}" is no time limit. Give seconds or minutes from 1s to 60m, such as 20s, 2m or '
                "1m30s; or auto, for as long as each question should take."
            ).format(text=text)
        )
    return Limit(seconds)

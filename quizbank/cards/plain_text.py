"""Text from questions and programs, made fit for any file: what no format carries is left out."""

from __future__ import annotations

import re

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def fit(text: str) -> str:
    """Return a text with plain line ends, and without control characters other than tabs and line ends."""
    return _UNFIT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))

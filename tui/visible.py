"""Text from outside, with everything that a terminal would obey made visible."""

from __future__ import annotations

from quizbank.visible import visible

__all__ = ["visible"]

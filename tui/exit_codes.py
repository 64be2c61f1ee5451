"""Exit codes are an API: scripts may rely on them."""

from __future__ import annotations

DONE = 0
NEGATIVE = 1
"""The answer or the check was negative: a snippet raised, a proof failed, nothing matched."""
USAGE = 2
ENVIRONMENT = 3
"""Something is missing here: torch, a device, a terminal."""
INTERRUPTED = 130

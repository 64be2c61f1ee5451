"""The terminal that the app needs, and the app's life on it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tui import exit_codes
from tui.i18n import _

if TYPE_CHECKING:
    from tui.app import TorchdrillApp


def on_a_terminal() -> bool:
    """Tell whether the app can be shown, and say on stderr what can be done if not."""
    if os.environ.get("TERM") == "dumb":
        print(
            _("A dumb terminal can't show the app; `torchdrill quiz --plain` works there."), file=sys.stderr
        )
        return False
    if sys.stdin.isatty() and sys.stdout.isatty():
        return True
    print(_("The app needs a terminal; `torchdrill quiz --plain` works without one."), file=sys.stderr)
    return False


def run_app(app: TorchdrillApp) -> int:
    """Run the app and return its exit code; raises what kept it from being loaded."""
    app.run()
    app.tell_at_the_end()
    if app.not_loaded is not None:
        raise app.not_loaded
    return app.return_code or exit_codes.DONE

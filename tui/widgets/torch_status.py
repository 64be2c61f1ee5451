"""Where torch stands, in a word or two for the top of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.i18n import _

if TYPE_CHECKING:
    from tui.services import Services


def torch_status(services: Services | None) -> Content:
    """Return where torch stands, with its version and device once it is there; without services it isn't."""
    torch = services.torch if services is not None else None
    if torch is not None and torch.lacks_device:
        return Content.styled(_("✗ no such device: {device}").format(device=torch.device), "bold $text-error")
    if torch is not None and torch.failed:
        return Content.styled(_("✗ torch can't be imported"), "bold $text-error")
    if torch is None or not torch.imported:
        return Content.styled(_("importing torch ..."), "italic $text-warning")
    return Content.styled(f"torch {torch.version} · {torch.device}", "$text-success")

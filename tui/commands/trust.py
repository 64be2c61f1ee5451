"""``torchdrill trust``: look at a pack, then let it run where the sandbox is not whole."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from quizbank.packs import TrustList, open_pack
from tui import exit_codes, places
from tui.commands.selection import choose_language
from tui.i18n import _, ngettext

SHOWN_FILES = 20


def trust_pack(directory: Path, *, yes: bool) -> int:
    choose_language(None)
    pack = open_pack(directory)
    trusted = TrustList(places.trust_file())
    count = len(pack.files)
    text = ngettext(
        "{directory} has {count} question file:", "{directory} has {count} question files:", count
    )
    print(text.format(directory=pack.directory, count=count))
    for path in pack.files[:SHOWN_FILES]:
        print(f"  {path.relative_to(pack.directory)}")
    if count > SHOWN_FILES:
        print(_("  ... and {count} more").format(count=count - SHOWN_FILES))
    print(_("Content: {digest}").format(digest=pack.digest[:16]))
    if trusted.trusts(pack):
        print(_("This content is trusted already."))
        return exit_codes.DONE
    print(_("The Python in these files may then run with your rights where the sandbox is not whole."))
    if not yes and not _agreed():
        print(_("Not trusted."))
        return exit_codes.NEGATIVE
    trusted.trust(pack, datetime.now(UTC))
    print(_("Trusted, until its content changes."))
    return exit_codes.DONE


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print(_("Say --yes to trust it without being asked."), file=sys.stderr)
        return False
    return input(_("Trust this content? [y/N] ")).strip().lower() in ("y", "yes", "是")

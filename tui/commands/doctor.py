"""``torchdrill doctor``: what is installed, what is enforced, and how to get the rest."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from rich.cells import set_cell_size
from rich.text import Text

from quizbank.message import Message
from runner.client import Runner
from runner.errors import RunnerUnavailable
from runner.examine import DeviceCheck, Protection, examine_device, examine_protections
from tui import exit_codes, places
from tui.commands.printing import console
from tui.commands.selection import choose_language
from tui.i18n import _, say

_KEPT: Mapping[str, Message] = {
    "data": Message("data"),
    "config": Message("config"),
    "log": Message("log"),
}
"""What the learner finds in each place."""


def examine_system(*, as_json: bool) -> int:
    choose_language(None)
    try:
        torch, protections, devices, contained = asyncio.run(_examine())
    except RunnerUnavailable as error:
        print(say(error.message), file=sys.stderr)
        return exit_codes.ENVIRONMENT
    versions = {
        "torchdrill": version("torchdrill"),
        "python": platform.python_version(),
        "torch": torch,
        "textual": version("textual"),
        "system": platform.platform(),
    }
    kept_in = {"data": places.data_folder(), "config": places.config_folder(), "log": places.log_file()}
    if as_json:
        report = {
            "versions": versions,
            "contained": contained,
            "protections": [
                {"name": one.name, "enforced": one.enforced, "what": str(one.what)} for one in protections
            ],
            "devices": [{"device": one.device, "works": one.works, "detail": one.detail} for one in devices],
            "kept_in": {name: str(path) for name, path in kept_in.items()},
        }
        print(json.dumps(report, indent=2))
    else:
        _print(versions, protections, devices, kept_in, contained=contained)
    return exit_codes.DONE if all(one.works for one in devices) else exit_codes.NEGATIVE


async def _examine() -> tuple[str, list[Protection], list[DeviceCheck], bool]:
    async with Runner() as runner:
        devices = [await examine_device(runner.request_on, device) for device in await runner.devices()]
        protections = await examine_protections(runner.request, runner.sandbox, str(Path.home()), os.getpid())
        return runner.torch_version, protections, devices, runner.sandbox.contained


def _print(
    versions: dict[str, str],
    protections: list[Protection],
    devices: list[DeviceCheck],
    kept_in: dict[str, Path],
    *,
    contained: bool,
) -> None:
    out = console()
    _heading(_("Versions"))
    for name, one in versions.items():
        shown = _("system") if name == "system" else name
        out.print(Text(f"  {set_cell_size(shown, 11)} {one}"))
    _heading(_("Devices"))
    for check in devices:
        out.print(_line(check.works, f"{check.device:<9} {check.detail}"))
    _heading(_("What a snippet is kept from"))
    for protection in protections:
        out.print(_line(protection.enforced, say(protection.what)))
        if not protection.enforced and protection.remedy is not None:
            out.print(Text(f"      {say(protection.remedy)}", style="dim"))
    out.print()
    if contained:
        out.print(_("Packs from strangers can run here."))
    else:
        out.print(_("Packs from strangers don't run here, unless you trust them: `torchdrill trust DIR`."))
    _heading(_("Where things are kept"))
    for name, path in kept_in.items():
        out.print(Text(f"  {set_cell_size(say(_KEPT[name]), 9)} {path}"), soft_wrap=True)


def _heading(text: str) -> None:
    console().print(Text(f"\n{text}", style="bold"))


def _line(good: bool, text: str) -> Text:
    return Text.assemble("  ", ("✓" if good else "✗", "bold green" if good else "bold red"), f" {text}")

"""``torchdrill verify --watch``: one question, proven again whenever its file is saved."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

from rich.text import Text

from quizbank.bank import BUILT_IN, load_bank
from quizbank.machine import missing
from runner.client import Runner
from runner.machine import known_after_import
from runner.prove import prove
from tui import exit_codes
from tui.commands.printing import console
from tui.commands.selection import choose_language, named_questions, open_bank
from tui.commands.verify import How
from tui.i18n import _, listed, ngettext
from tui.problems import problem_text
from tui.views.lines import plain

PAUSE_SECONDS = 0.25
"""How often the file's date is looked at."""


def watch_question(what: list[str], packs: list[Path], how: How) -> int:
    """Prove the one question whenever it changes; only ctrl+c ends this."""
    choose_language(None)
    if len(what) != 1 or how.as_json or how.stats:
        print(_("--watch takes one question, and neither --json nor --stats."), file=sys.stderr)
        return exit_codes.USAGE
    bank = open_bank(packs, check=True)
    # By its path, for a file that has problems just now is not in the bank.
    files = [directory / f"{what[0]}.toml" for directory in (BUILT_IN, *packs)]
    path = next((one for one in files if one.is_file()), None)
    if what[0].endswith(".toml"):
        path = Path(what[0])
    asyncio.run(_watch(path or bank.paths[bank[what[0]].id], packs, how))
    return exit_codes.DONE


async def _watch(path: Path, packs: list[Path], how: How) -> None:
    out = console()
    out.print(_("Watching {path}; ctrl+c ends it.").format(path=path), style="dim", soft_wrap=True)
    async with Runner(how.device, threads=1) as runner:
        async for _change in _changes(path):
            lines = await _look(runner, path, packs, how)
            time = datetime.now().astimezone().strftime("%H:%M:%S")
            for number, line in enumerate(lines):
                out.print(Text.assemble((f"{' ' * 8 if number else time}  ", "dim"), line), soft_wrap=True)


async def _changes(path: Path) -> AsyncIterator[None]:
    """Yield at once, and again whenever the file is another one than the last time."""
    seen: tuple[int, ...] | None = ()
    while True:
        now = _stamp(path)
        # A file that isn't there for a moment is one that an editor is about to replace.
        if now != seen and (now is not None or seen == ()):
            seen = now
            yield
        await asyncio.sleep(PAUSE_SECONDS)


def _stamp(path: Path) -> tuple[int, ...] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


async def _look(runner: Runner, path: Path, packs: list[Path], how: How) -> list[Text]:
    """Return what is to be said of the file as it is now."""
    questions, problems = named_questions(load_bank([BUILT_IN, *packs]), [str(path)])
    lines = [Text.assemble(("✗ ", "bold red"), plain(problem_text(problem))) for problem in problems]
    for question in questions:
        await runner.imported.wait()
        machine = known_after_import(runner.torch_version, await runner.devices())
        if lacks := missing(question, machine):
            lines.append(Text(_("not run here: needs {what}").format(what=listed(lacks)), style="yellow"))
            continue
        proof = await prove(runner, question, threads=how.threads)
        lines += [Text.assemble(("✗ ", "bold red"), plain(failure)) for failure in proof.failures]
        if proof.proven:
            text = ngettext("proven, in {count} run", "proven, in {count} runs", proof.runs)
            lines.append(Text(f"✓ {text.format(count=proof.runs)}", style="bold green"))
        lines += [plain(f"· {note}") for note in proof.notes]
    return lines

"""Plays the app on real terminals in both languages, for pictures in ``docs/screens``: ``make screens``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from random import Random

from quizbank.bank import BUILT_IN, load_bank
from quizbank.vocabulary import Language
from tests.screens.learner import practise
from tests.screens.scenes import SCENES
from tests.screens.terminal import Terminal

FOLDER = Path("docs/screens")
SIZES = ((80, 24), (200, 50))
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def environment(home: Path, language: Language) -> dict[str, str]:
    """Return variables by which the app keeps everything under one folder, and speaks one language."""
    return {
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "HOME": str(home),
        "LANG": "C.UTF-8" if language == "en" else "zh_CN.UTF-8",
        "TERM": "xterm-256color",
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which scenes; all by default")
    names = parser.parse_args().names
    bank = load_bank([BUILT_IN])
    for language in LANGUAGES:
        for width, height in SIZES:
            for scene in SCENES:
                if names and scene.name not in names:
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    home = Path(folder)
                    data = home / "data/torchdrill"
                    practise(data / "history.db", bank, datetime.now().astimezone(), Random(7))
                    (data / "tour-shown").touch()
                    command = [sys.executable, "-m", "tui", *scene.arguments]
                    title = f"{scene.name}-{language}-{width}x{height}"
                    with Terminal(title, width, height, command, environment(home, language)) as terminal:
                        scene.play(terminal)
                        terminal.picture(FOLDER / title, f"torchdrill: {scene.name}")
                print(FOLDER / title)
    return 0


if __name__ == "__main__":
    sys.exit(main())

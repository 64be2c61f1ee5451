"""``torchdrill config``: the settings, what they mean, and what is wrong with their file."""

from __future__ import annotations

import json
import sys
from datetime import date

from tui import exit_codes, places
from tui.commands.selection import choose_language
from tui.i18n import _, say
from tui.learner import local_now, study_day_of
from tui.settings import MEANINGS, Loaded, Settings, change_setting, load_settings, unknown_setting


def show_all(*, as_json: bool) -> int:
    """Print every setting as the file would give it, and what is wrong with the file."""
    choose_language(None)
    path = places.settings_file()
    loaded = load_settings(path)
    values = loaded.settings.model_dump()
    if as_json:
        problems = [
            {"line": one.line, "key": one.key, "message": str(one.message)} for one in loaded.problems
        ]
        report = {"path": str(path), "settings": values, "given": sorted(loaded.given), "problems": problems}
        print(json.dumps(report, ensure_ascii=False, indent=2, default=str))
    else:
        print(f"# {path}")
        usual = "  # " + _("as usual")
        for key, value in values.items():
            print(f"\n# {say(MEANINGS[key])}")
            print(f"{_toml(key, value)}{'' if key in loaded.given else usual}")
    return _say_problems(loaded, silent=as_json)


def show_one(key: str, *, as_json: bool) -> int:
    """Print the value of one setting."""
    choose_language(None)
    if key not in Settings.model_fields:
        return _unknown(key)
    loaded = load_settings(places.settings_file())
    value = getattr(loaded.settings, key)
    print(json.dumps(value, default=str) if as_json else "" if value is None else value)
    return _say_problems(loaded, silent=as_json)


def change(key: str, value: str) -> int:
    """Write one setting into the file."""
    choose_language(None)
    if key not in Settings.model_fields:
        return _unknown(key)
    path = places.settings_file()
    today = study_day_of(local_now(), load_settings(path).settings.day_start)
    problem = change_setting(path, key, value, today)
    if problem is not None:
        print(problem, file=sys.stderr)
        return exit_codes.USAGE
    print(_toml(key, getattr(load_settings(path).settings, key)))
    return exit_codes.DONE


def _unknown(key: str) -> int:
    print(say(unknown_setting(key)), file=sys.stderr)
    return exit_codes.USAGE


def _say_problems(loaded: Loaded, *, silent: bool) -> int:
    for problem in loaded.problems if not silent else ():
        print(problem, file=sys.stderr)
    return exit_codes.NEGATIVE if loaded.problems else exit_codes.DONE


def _toml(key: str, value: object) -> str:
    if value is None:
        return f"# {key} ="
    return f"{key} = {value if isinstance(value, date) else json.dumps(value)}"

"""Where torchdrill keeps things on this platform. Nothing is created by asking."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path

NAME = "torchdrill"


def data_folder() -> Path:
    return user_data_path(NAME, appauthor=False)


def config_folder() -> Path:
    return user_config_path(NAME, appauthor=False)


def settings_file() -> Path:
    return config_folder() / "settings.toml"


def log_file() -> Path:
    return user_log_path(NAME, appauthor=False) / "torchdrill.log"


def history_file() -> Path:
    return data_folder() / "history.db"


def parameters_file() -> Path:
    return data_folder() / "parameters.json"


def cards_file() -> Path:
    """Where it is kept since when each flashcard has been as it is."""
    return data_folder() / "cards.json"


def trust_file() -> Path:
    return data_folder() / "trusted-packs.json"


def saved_folder() -> Path:
    """Where what a learner wants to keep of a question goes."""
    return data_folder() / "saved"


def tour_file() -> Path:
    """A file that is there once the tour was shown."""
    return data_folder() / "tour-shown"


def interview_file() -> Path:
    """The mock interview that is going on."""
    return data_folder() / "interview.json"

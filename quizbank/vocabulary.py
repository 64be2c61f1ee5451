"""The few fixed words that questions, commands and screens share; light enough for ``--help``."""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

ReportFormat = Literal["html", "md", "json"]

Kind = Literal["choice", "predict", "blank", "code", "order", "recall"]
KINDS: tuple[Kind, ...] = ("choice", "predict", "blank", "code", "order", "recall")

Role = Literal["ml-engineer", "algorithm-engineer", "research-engineer", "ml-infra", "new-grad"]
ROLES: tuple[Role, ...] = ("ml-engineer", "algorithm-engineer", "research-engineer", "ml-infra", "new-grad")
"""Whom a mock interview is for; each has a blueprint."""

from __future__ import annotations

import json

from quizbank.schema import SCHEMA_FILE, question_schema
from quizbank.vocabulary import KINDS


def test_the_schema_file_is_what_the_models_say() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == question_schema(), "run `make schema`"


def test_the_schema_tells_the_kinds_apart_and_leaves_the_id_out() -> None:
    schema = json.loads(question_schema())
    assert set(schema["discriminator"]["mapping"]) == set(KINDS)
    assert all("id" not in definition["properties"] for definition in schema["$defs"].values())

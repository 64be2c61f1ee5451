"""The JSON Schemas of question files and blueprints, for completion and checks in editors."""

from __future__ import annotations

import json
from pathlib import Path

from quizbank.interview import blueprint
from quizbank.question import FORMAT, QUESTION

SCHEMA_FILE = Path(__file__).parent / "question.schema.json"


def question_schema() -> str:
    """Return the schema as JSON text; ``id`` is left out, for the path gives it."""
    schema = QUESTION.json_schema()
    for definition in schema["$defs"].values():
        if definition["properties"].pop("id", None) is not None:
            definition["required"].remove("id")
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"torchdrill question, format {FORMAT}",
        **schema,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(question_schema(), encoding="utf-8")
    blueprint.SCHEMA_FILE.write_text(blueprint.blueprint_schema(), encoding="utf-8")

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.protocol import (
    MAX_FRAME,
    Block,
    Check,
    Comparison,
    Ended,
    Frame,
    FrameError,
    Output,
    Raised,
    Request,
    Result,
    Value,
    pack,
    unpack,
)


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.none()), st.integers(1, 20))
def test_frames_come_back_however_they_are_cut(message: dict[str, object], step: int) -> None:
    data = pack(message) + pack({"next": 1})
    buffer = bytearray()
    found = []
    for start in range(0, len(data), step):
        buffer += data[start : start + step]
        while (one := unpack(buffer)) is not None:
            found.append(one)
    assert found == [message, {"next": 1}]
    assert not buffer


@pytest.mark.parametrize(
    ("junk", "why"),
    [
        (b"\xff\xff\xff\xff", "claims"),
        (b"\0\0\0\2[]", "not an object"),
        (b"\0\0\0\3{}1", "more than JSON"),
        (b"\0\0\0\1{", "not JSON"),
        (b"\0\0\0\1\xff", "not JSON"),
    ],
)
def test_junk_is_refused(junk: bytes, why: str) -> None:
    with pytest.raises(FrameError, match=why):
        unpack(bytearray(junk))


def test_a_frame_has_a_limit() -> None:
    with pytest.raises(FrameError, match="over the limit"):
        pack({"text": "x" * (MAX_FRAME + 1)})


def test_requests_and_results_survive_json() -> None:
    request = Request((Block("snippet", "x = 1"),), ask="x", probes=("x == 1",), tests=("assert x",))
    assert Request.from_plain(json.loads(json.dumps(request.to_plain()))) == request
    raised = Raised("ValueError", "no", (Frame("snippet", 1, "<module>", "x = 1"),))
    result = Result(
        Ended.RAISED,
        output=(Output("stdout", "hi"),),
        value=Value("1", "int", None, (2, 3), "1"),
        raised=raised,
        comparison=Comparison(None, unreadable=("no {x}", {"x": 1})),
        probes=(Check(None, (("x", "1"),), raised),),
    )
    assert Result.from_plain(json.loads(json.dumps(result.to_plain()))) == result
    assert raised.line == 1

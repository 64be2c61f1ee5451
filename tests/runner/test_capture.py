from __future__ import annotations

import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from runner.capture import LINE_BUFFERED_LINES, Capture, OutputDecoder, switch_mark
from runner.protocol import Output

NONCE = "0123456789abcdef"


def test_streams_keep_their_order(tmp_path: Path) -> None:
    path = tmp_path / "output"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT)
    capture = Capture(NONCE, fd)
    print("one", file=capture.stdout)
    print("two", end=" ", file=capture.stderr)
    print("three", end="", file=capture.stdout)
    print("four\ud800", file=capture.stderr)
    capture.flush()
    os.close(fd)
    decoder = OutputDecoder(NONCE, 10_000)
    decoder.feed(path.read_bytes())
    assert decoder.outputs() == (
        Output("stdout", "one\n"),
        Output("stderr", "two "),
        Output("stdout", "three"),
        Output("stderr", "four\\ud800\n"),
    )
    assert capture.printed == "one\nthree"


def test_many_lines_are_written_in_blocks(tmp_path: Path) -> None:
    path = tmp_path / "output"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT)
    capture = Capture(NONCE, fd)
    for number in range(LINE_BUFFERED_LINES + 10):
        print(number, file=capture.stdout)
    written = path.read_bytes().count(b"\n")
    assert LINE_BUFFERED_LINES <= written < LINE_BUFFERED_LINES + 10
    capture.flush()
    os.close(fd)
    assert path.read_bytes().count(b"\n") == LINE_BUFFERED_LINES + 10


STRETCHES = st.lists(
    st.tuples(st.sampled_from(["stdout", "stderr"]), st.text("ab\0é中", min_size=1)), max_size=8
)


@given(STRETCHES, st.lists(st.integers(1, 7), min_size=1))
def test_marks_may_be_cut_anywhere(stretches: list[tuple[str, str]], cuts: list[int]) -> None:
    data = b"".join(switch_mark(NONCE, stream) + text.encode() for stream, text in stretches)
    decoder = OutputDecoder(NONCE, 10_000)
    turn = 0
    while data:
        length = cuts[turn % len(cuts)]
        decoder.feed(data[:length])
        data, turn = data[length:], turn + 1
    joined: list[tuple[str, str]] = []
    for stream, text in stretches:
        if joined and joined[-1][0] == stream:
            joined[-1] = (stream, joined[-1][1] + text)
        else:
            joined.append((stream, text))
    assert [(one.stream, one.text) for one in decoder.outputs()] == joined


@given(st.binary(max_size=2_000).map(lambda data: data.replace(b"\0", b"x")), st.integers(8, 400))
def test_head_and_tail_are_kept(data: bytes, limit: int) -> None:
    decoder = OutputDecoder(NONCE, limit)
    for start in range(0, len(data), 37):
        decoder.feed(data[start : start + 37])
    assert decoder.total_bytes == len(data)
    assert decoder.dropped_bytes == max(0, len(data) - limit)
    if decoder.dropped_bytes:
        text = "".join(one.text for one in decoder.outputs())
        assert f"{decoder.dropped_bytes:,} bytes left out" in text
        assert text.startswith(data[: limit * 3 // 4].decode("utf-8", "replace")[:5])

from __future__ import annotations

from tui.stopwatch import Stopwatch


def test_it_counts_while_it_runs_and_goes_on_after_a_pause() -> None:
    time = 100.0
    watch = Stopwatch(lambda: time)
    assert watch.seconds == 0.0
    watch.start()
    time = 103.0
    assert watch.seconds == 3.0
    watch.start()
    assert watch.seconds == 3.0
    watch.stop()
    time = 200.0
    watch.stop()
    assert watch.seconds == 3.0
    watch.start()
    time = 202.0
    assert watch.seconds == 5.0
    watch.reset()
    time = 300.0
    assert watch.seconds == 0.0

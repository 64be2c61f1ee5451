"""``python -m tui``: the same as the command ``torchdrill``."""

from tui.cli import main

main()

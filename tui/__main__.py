"""``python -m tui``: the same as the command ``torchdrill``."""

from tui.start import main

main()

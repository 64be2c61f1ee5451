"""One file per command of ``torchdrill``; each returns its exit code and imports late what it needs."""

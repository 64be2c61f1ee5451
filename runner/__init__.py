"""Runs snippets in throw-away processes, and judges answers by what really happened."""

"""The same practice as plain lines, for screen readers, dumb terminals and scripts."""

"""One way to answer per kind of question."""

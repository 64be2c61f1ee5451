"""Flashcards: the bank's questions, with what their runs gave, for other programs and for paper."""

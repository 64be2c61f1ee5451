"""What is kept about a learner: a log of events that only grows, and what follows from it.

``store`` is the door: it opens a history and answers the screens' questions. ``events`` says what can
happen, ``wire`` how that is written down, ``fold`` what it means for a question. ``tables`` keeps that
meaning beside the ``log`` in one SQLite file, which ``database`` opens, ``schema`` lays out and ``recovery``
saves when it is damaged. ``exchange`` moves histories between machines.
"""

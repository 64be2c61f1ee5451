"""A learner's history in figures: how practice went so far, and where it leads."""

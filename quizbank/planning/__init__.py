"""What to ask next: which questions, in which order, and where it leads by the day of the interview."""

"""Questions about PyTorch, and what is known about the learner. Knows neither torch nor a screen."""

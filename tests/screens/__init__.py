"""Pictures of the app on a real terminal, for the README: ``make screens``."""

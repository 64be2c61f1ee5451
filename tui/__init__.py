"""The terminal front end: the command line and the app. Never imports torch."""

"""How a run looks: lines and tables that the command line prints and the app shows in its own colours."""

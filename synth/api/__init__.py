"""What the command line and programs of users have in common: inputs, searches, verdicts, and what is told of them."""

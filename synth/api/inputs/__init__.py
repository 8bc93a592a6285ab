"""What can be solved, by the format it is written in."""

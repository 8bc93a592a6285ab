"""Preprocessing: gcc's where there is one, and our own, which says the same or refuses the file."""

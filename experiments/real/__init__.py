"""Functions of small C sources that others wrote, read from Debian's source packages without change."""

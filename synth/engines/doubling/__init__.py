"""The doubling engine: programs that repeat a few instructions, at twice the distance each time."""

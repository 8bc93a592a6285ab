"""C: programs become transition systems, files with a `check` function become specifications."""

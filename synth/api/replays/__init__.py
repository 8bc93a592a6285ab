"""Certificates against the compiled program: runs replayed, facts tried on random runs; and files for validators."""

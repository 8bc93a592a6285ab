"""Verdicts on programs: searched for in several ways, told as certificates, proved again by a checker apart from the search."""

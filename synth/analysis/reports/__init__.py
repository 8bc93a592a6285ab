"""Certificates told: text for people, C and ACSL, JSON records, witnesses, and what compiled programs check."""

"""Typed expressions of C11 6.3 and 6.5, with explicit conversions, and the rewrites between them."""

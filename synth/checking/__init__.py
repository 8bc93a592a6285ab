"""What judges candidates: refute (vectorised testing), prove (SMT), and the widening of constants. Imports no engine."""

"""SyGuS-IF files (`.sl`, version 2.1 and the unambiguous parts of 1.0): read, lowered to specifications, answered, re-checked."""

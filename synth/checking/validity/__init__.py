"""Validity of terms by SMT, with what makes hard questions easier first."""

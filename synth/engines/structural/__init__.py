"""The structural engine: a bank of terms within grammars, goals taken apart, decision trees over conditions."""

"""Ranking functions: searches for words that every way round a loop lowers."""

"""The coordinator of the search: the decision tree, the worker processes, the exchange of candidates and counterexamples."""

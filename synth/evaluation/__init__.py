"""One evaluator per domain: Python integers (the reference), numpy batches, Z3 terms, C text."""

"""One evaluator per domain: Python integers (the reference), numpy batches, Z3 terms, SMT-LIB, C and Python text."""

"""One evaluator per domain: Python integers (the reference), numpy batches, Z3 terms, intervals, SMT-LIB, C and Python text."""

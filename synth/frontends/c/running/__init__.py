"""The program itself, compiled by gcc with prepared answers, instrumented to tell what it does."""

"""What the engines have in C: the primitives of the operators, and how everything is compiled."""

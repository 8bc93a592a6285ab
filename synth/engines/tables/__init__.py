"""The engine `tables`: a solver chooses the values of the unknown functions, a learner turns them into programs."""

"""From the control flow graph to transition systems: expressions as terms, paths summed up between loop heads."""

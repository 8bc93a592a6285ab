"""The benchmark harness: which tasks there are, which tools, how a run is measured, and where its record is kept."""

"""Whether we read C as gcc does: programs that others wrote or chance made, run by both (`python -m experiments.conformance`)."""

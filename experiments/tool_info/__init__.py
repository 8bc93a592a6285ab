"""What BenchExec needs to know about synth."""

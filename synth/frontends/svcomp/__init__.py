"""What the competition SV-COMP asks of programs: property files (.prp), and task definitions (.yml)."""

"""Measurements that anyone can repeat: `python -m experiments`, `.throughput`, `.fuzz`."""

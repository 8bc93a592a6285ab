"""Measurements that anyone can repeat: `python -m experiments.throughput`, `.hackers_delight`, `.fuzz`."""

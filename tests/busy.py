"""Allowance for a machine that is busy with other tests: what hangs would hang far longer, what keeps its limit is let through."""

from __future__ import annotations

SLACK = 10.0
"""Seconds that starting processes, and waiting for a turn on the processor, may take beside the limits that are tested."""

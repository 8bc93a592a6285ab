"""Recursion without the stack: a recursive function is written as a generator that yields its recursive calls."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")
Task = Generator[Any, Any, T]
"""A suspended call with a result of type T: it yields further tasks, and is sent their results."""


def run(task: Task[T]) -> T:
    """The result of a task; the depth of its recursion is limited by memory alone."""
    stack: list[Task[Any]] = [task]
    value: Any = None
    while stack:
        try:
            called = stack[-1].send(value)
        except StopIteration as stop:
            stack.pop()
            value = stop.value
        else:
            stack.append(called)
            value = None
    result: T = value
    return result

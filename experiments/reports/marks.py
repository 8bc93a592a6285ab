"""How one entry is told in a cell, and what its answer was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.harness.records import Outcome
from experiments.reports.entries import Entry
from experiments.reports.table import Mark

_LONGEST = 4000
"""Characters of an answer that are shown."""


def mark(entry: Entry, words: Mapping[str, str] | None = None) -> Mark:
    """The entry as a mark; `words` says how verdicts are called, where not by their own names."""
    verdict = (words or {}).get(entry.run.verdict or "", entry.run.verdict or "")
    match entry.outcome:
        case Outcome.RIGHT:
            return Mark(verdict or "right", entry.outcome, entry.seconds, answer_text(entry.answer))
        case Outcome.WRONG:
            detail = "\n\n".join(filter(None, (entry.run.detail, answer_text(entry.answer))))
            return Mark(f"wrong: {verdict}" if verdict else "wrong", entry.outcome, entry.seconds, detail)
        case Outcome.UNCONFIRMED:
            return Mark(f"{verdict}, unconfirmed", entry.outcome, entry.seconds, answer_text(entry.answer))
        case _:
            return Mark(entry.outcome.value, entry.outcome, None, entry.run.detail)


def answer_text(answer: Mapping[str, Any]) -> str:
    """What a tool's record says that a person would read: programs, words, certificates; a text as it is."""
    certificate = answer.get("certificate")
    if certificate:
        text = _certificate(certificate)
    elif answer.get("functions") or answer.get("words"):
        programs = [_program(function) for function in answer.get("functions", [])]
        words = [f"{name} = {value:#x}" for name, value in answer.get("words", {}).items()]
        text = "\n\n".join([*programs, "\n".join(words)]).strip()
    else:
        text = str(answer.get("text") or "").strip()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _program(function: Mapping[str, Any]) -> str:
    return f"{function['name']}({', '.join(function.get('parameters', []))}):\n{function.get('sygus') or function['text']}"


def _certificate(certificate: Mapping[str, Any]) -> str:
    lines = [str(certificate["kind"]).replace("-", " ")]
    for loop in certificate.get("loops", []):
        lines.append(f"line {loop['line']}:")
        if loop.get("predicate"):
            lines.append(f"    set:  {loop['predicate']['text']}")
        if loop.get("rank"):
            lines.append(f"    rank: ({', '.join(part['text'] for part in loop['rank'])})")
    if certificate.get("steps"):
        lines.append(f"steps before: {len(certificate['steps'])}")
    return "\n".join(lines)

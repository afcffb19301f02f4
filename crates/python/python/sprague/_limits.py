"""How far a question may go, as keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Protocol, TypedDict

UNITS = {"k": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


class Event(Protocol):
    """What is set from elsewhere: an event of `threading`, `multiprocessing` or `asyncio`, or anything else with this method."""

    def is_set(self) -> bool:
        """Whether it is."""
        ...


class Limits(TypedDict, total=False):
    """How far a question may go; reaching a limit raises `LimitReached`, and an answer is never a guess.

    >>> import sprague
    >>> limits: sprague.Limits = {"limit_positions": 10}
    >>> try:
    ...     sprague.solve("cram@5x5", **limits)
    ... except sprague.LimitReached as reached:
    ...     print(reached)
    stopped after 10 positions; limit_positions= allows more
    """

    limit_positions: int | None
    """How many positions a search may hold, or rows a table."""
    limit_memory: int | str | None
    """How many bytes, such as `2**30` or `"512M"`."""
    limit_time: float | None
    """How many seconds."""
    longest_play: int | None
    """How many moves a play of a loaded ruleset may take before it is taken to be endless."""
    cancel: Event | None
    """An event such as `threading.Event()`: once another thread sets it, the question ends as at a limit."""


def of_bytes(memory: int | str) -> int:
    """The bytes that are meant.

    >>> of_bytes("512M") == 512 * 2**20
    True
    """
    if isinstance(memory, int):
        return memory
    number, unit = (memory[:-1], UNITS[memory[-1]]) if memory[-1:] in UNITS else (memory, 1)
    if not (number.isascii() and number.isdigit()):
        raise ValueError(f"limit_memory is a number of bytes, or a string such as '512M', not {memory!r}")
    return int(number) * unit


def meant(name: str, names: Iterable[str]) -> str:
    """A hint, where a name looks like one of these.

    >>> meant("missere", ["misere", "normal"])
    '; did you mean misere?'
    """
    close = get_close_matches(name, names, 1)
    return f"; did you mean {close[0]}?" if close else ""


def keywords(limits: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """What the engine is told; what is None is left out."""
    known = Limits.__annotations__.keys()
    unknown = sorted(limits.keys() - known)
    if unknown:
        raise TypeError(f"no such argument: {', '.join(unknown)}{meant(unknown[0], [*more, *known])}")
    told = {name: value for name, value in more.items() if value is not None}
    told.update((name, value) for name, value in limits.items() if value is not None)
    if "limit_memory" in told:
        told["limit_memory"] = of_bytes(told["limit_memory"])
    return told

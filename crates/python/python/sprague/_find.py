"""Searches for positions with a property, which return positions one after another."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from . import _sprague
from ._limits import count, error, is_whole
from ._record import Record
from ._values import Value

# keys that are numbers, which are text unless they are whole, and keys that are values
NUMBERS = ("mean", "temperature", "left_stop", "right_stop", "number")
VALUES = ("value", "reduced", "atomic_weight")


def size(to: int | str | Sequence[int] | None) -> str | None:
    """Converts a size to the form that the engine reads.

    >>> size((4, 5)), size(100), size("4x5"), size(None)
    ('4x5', '100', '4x5', None)
    """
    if to is None or isinstance(to, str):
        return to
    numbers = (to,) if is_whole(to) else tuple(to) if isinstance(to, (Sequence, np.ndarray)) else ()
    if not numbers:
        raise error(to, "to", "a whole number, or a pair of them", TypeError)
    return "x".join(str(count("to", number)) for number in numbers)


class FoundPosition(Record):
    """A position that has the property.

    >>> import sprague
    >>> found = next(sprague.find("domineering", squares=9, sort="temperature"))
    >>> found.size, found["temperature"]
    (9, Fraction(3, 2))
    """

    __slots__ = ()

    @property
    def position(self) -> str:
        """The position, as it is typed."""
        return self._text("position")

    @property
    def number(self) -> int:
        """The number of the position in the listing, from 0."""
        return int(self._json["number"])

    @property
    def size(self) -> int:
        """The size: squares, vertices, tokens of the largest heap, the birthday, or the number of moves that lead to the position."""
        return int(self._json["size"])

    @property
    def line(self) -> list[tuple[str | None, str]]:
        """A shortest play that leads to the position, as pairs of player and move, if the search started at a position."""
        return [(move.get("player"), move["move"]) for move in self._json.get("line", [])]

    def __getitem__(self, key: str) -> Any:
        """Returns the answer to a key of the question: a Fraction, an int, a Value, a bool or text, or None if there is none."""
        told = self._json["keys"][key]
        if told is None:
            return told
        if key in NUMBERS:
            return Fraction(told)
        return Value(told) if key in VALUES else told

    def __repr__(self) -> str:
        return f"<{self.position}: {', '.join(f'{key} {told}' for key, told in self._json['keys'].items())}>"


class FoundSummary(Record):
    """The numbers of examined and of found positions.

    >>> import sprague
    >>> summary = sprague.find("cram", squares=6, where="nimber = 0").summary()
    >>> summary.looked_at, summary.found, summary.sizes
    (35, 12, {6: (35, 12)})
    """

    __slots__ = ()

    @property
    def looked_at(self) -> int:
        """The number of positions that were examined."""
        return int(self._json["looked_at"])

    @property
    def found(self) -> int:
        """The number of positions that have the property."""
        return int(self._json["found"])

    @property
    def sizes(self) -> dict[int, tuple[int, int]]:
        """For each size, the number of examined positions and the number of found ones."""
        return {int(size): (int(looked_at), int(found)) for size, looked_at, found in self._json["sizes"]}

    @property
    def positions(self) -> list[FoundPosition]:
        """The positions, if they were collected, as by `sprague.cluster.find`. An iteration over a search has already returned them."""
        return [FoundPosition(found) for found in self._json["positions"]]

    @property
    def histogram(self) -> dict[str, int] | None:
        """The number of found positions for each text of the requested key, in descending order."""
        histogram = self._json.get("histogram")
        return None if histogram is None else {text: int(count) for text, count in histogram}

    def __repr__(self) -> str:
        return f"<{self.found} of {self.looked_at} positions found>"


class Finding(Iterator[FoundPosition]):
    """An iterator over the positions that have a property, while the search continues.

    If too many positions are unread, the search waits. It ends when this object is deleted.

    >>> import sprague
    >>> [found.position for found in sprague.find("kayles", to=11, where="nimber >= 5")]
    ['kayles@11']
    """

    __slots__ = ("_finding",)

    def __init__(self, finding: _sprague.Finding) -> None:
        self._finding = finding

    def __next__(self) -> FoundPosition:
        found = self._finding.next()
        if found is None:
            raise StopIteration
        return FoundPosition(json.loads(found))

    def summary(self) -> FoundSummary:
        """Runs the search to its end, and returns the numbers of examined and of found positions."""
        return FoundSummary(json.loads(self._finding.summary()))

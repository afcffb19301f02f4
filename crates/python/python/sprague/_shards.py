"""Graphs in files, which may be larger than memory and are solved by several processes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _sprague
from ._answers import Answer
from ._limits import Limits, keywords
from ._record import Framed
from ._rulesets import Position

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack


def only_files(what: Position) -> None:
    """Raises an error for rulesets in Python, which other processes cannot read."""
    if what.rulesets:
        names = ", ".join(ruleset.name for ruleset in what.rulesets)
        raise ValueError(
            f"{names}: a graph in files belongs to rules that any process can read: built-in ones, a script (.rhai) or a module (.wasm), "
            "not a ruleset in Python"
        )


def solve(
    what: Position,
    shards: str | os.PathLike[str] | None,
    from_: str | os.PathLike[str] | None,
    told: dict[str, Any],
) -> Answer:
    """Solves the graph of a position in a directory, or looks up the position there."""
    only_files(what)
    path = shards if from_ is None else from_
    if path is None:
        raise TypeError("parts= and small= go with shards=, the directory")
    if shards is not None and from_ is not None:
        raise TypeError("either shards=, a directory to solve in, or from_=, one to look up in")
    if from_ is not None:
        if "parts" in told or "small" in told:
            raise TypeError("parts= and small= go with shards=, not with from_=")
        graph = _sprague.Shards.open(path, os.getcwd(), told)
    else:
        graph = _sprague.Shards.begin(path, os.getcwd(), what.text, told)
        graph.solve(told)
    return Answer(json.loads(graph.answer(what.text, told)))


class Answers(Framed):
    """The positions of one part of a graph in files, with their answers, as columns. See `answers`.

    >>> import sprague
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as files:
    ...     _ = sprague.solve("nim@3", shards=files, parts=1)
    ...     (answers,) = sprague.answers(files)
    >>> answers.to_frame().sort_index().nimber.tolist(), answers.first
    ([0, 1, 2, 3], None)
    """

    __slots__ = ("first", "nimbers", "outcomes", "positions", "remoteness")

    positions: list[str]
    """In the notation: what `solve` reads."""
    outcomes: npt.NDArray[np.bytes_]
    """`W`, `L` or `D` for the player to move."""
    remoteness: npt.NDArray[np.int64]
    """In how many moves play is over; -1 where it is drawn."""
    nimbers: npt.NDArray[np.int16]
    """-1 where there is none, 128 for all that are larger than 127."""
    first: npt.NDArray[np.bytes_] | None
    """Who is to move, `L` or `R`, where the players have different moves."""

    def __init__(
        self,
        positions: list[str],
        outcomes: npt.NDArray[np.uint8],
        remoteness: npt.NDArray[np.int64],
        nimbers: npt.NDArray[np.int16],
        is_right: npt.NDArray[np.bool_] | None,
    ) -> None:
        self.positions, self.remoteness, self.nimbers = positions, remoteness, nimbers
        self.outcomes = outcomes.view("S1")
        self.first = None if is_right is None else np.where(is_right, np.bytes_(b"R"), np.bytes_(b"L"))

    def __len__(self) -> int:
        return len(self.positions)

    def _index(self) -> str:
        return "position"

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"outcome": self.outcomes.astype("U1"), "remoteness": self.remoteness, "nimber": self.nimbers}
        if self.first is not None:
            columns = {"first": self.first.astype("U1"), **columns}
        return {"position": self.positions, **columns}

    def __repr__(self) -> str:
        return f"<{len(self)} positions with their answers>"


def answers(directory: str | os.PathLike[str], **limits: Unpack[Limits]) -> Iterator[Answers]:
    """Returns all positions of a graph that was solved in files, one part after another. Within a part they are sorted by hash.

    Together the parts are the whole graph. Only one part is in memory at a time, and limits apply to each part. With pandas and pyarrow,
    `to_frame().to_parquet(…)` writes a part for other programs.

    >>> import sprague
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as files:
    ...     _ = sprague.solve("cram@2x3", shards=files, parts=4)
    ...     parts = list(sprague.answers(files))
    >>> len(parts), sum(map(len, parts)), sum(int((part.nimbers == 2).sum()) for part in parts)
    (4, 18, 4)
    >>> {position: nimber for part in parts for position, nimber in zip(part.positions, part.nimbers.tolist())}["cram@.../..."]
    1
    """
    told = keywords(limits)
    graph = _sprague.Shards.open(directory, os.getcwd(), told)
    for part in range(graph.parts()):
        yield Answers(*graph.part(part, told))

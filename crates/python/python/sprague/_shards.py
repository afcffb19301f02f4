"""Graphs in files: larger than memory, and solved by several processes."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _sprague
from ._answers import Answer
from ._rulesets import Position


def only_files(what: Position) -> None:
    """Refuses rulesets in Python, which other processes cannot read."""
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
    """Solves the graph of a position in a directory, or looks the position up there."""
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

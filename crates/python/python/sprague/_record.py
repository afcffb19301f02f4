"""Answers of the program as objects, with the content that it prints with `--format json`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._sprague import SpragueError, Told

if TYPE_CHECKING:
    import pandas

    from ._answers import Plot

Outcome = Literal["win", "loss", "draw"]
"""Who wins one position, seen by the player to move."""

OutcomeClass = Literal["P", "N", "L", "R", "D", "N^", "P^", "Nv", "Pv"]
"""Who wins, by who starts: the previous or the next player, Left or Right, nobody; the last four are drawn if one of them starts."""

LEFT_STARTS: dict[OutcomeClass, Outcome] = {
    **dict.fromkeys(("N", "L", "N^"), "win"),
    **dict.fromkeys(("P", "R", "Pv"), "loss"),
    **dict.fromkeys(("D", "P^", "Nv"), "draw"),
}
"""The outcome for Left, who starts, by outcome class."""

OUTCOMES: dict[Outcome, str] = {"win": "won", "loss": "lost", "draw": "drawn"}


def whole(number: Any) -> int | None:
    """Converts a number, which is text if it is large.

    >>> whole("100000000000000000000") == 10**20
    True
    """
    return None if number is None else int(number)


class Record:
    """An answer, which is the JSON object of the program, and its words for notebooks."""

    __slots__ = ("_json", "_told")

    def __init__(self, answer: dict[str, Any] | Told) -> None:
        self._told = answer if isinstance(answer, Told) else None
        self._json: dict[str, Any] = json.loads(answer.json) if isinstance(answer, Told) else answer

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object that the program prints.

        >>> import sprague
        >>> sprague.solve("nim@1").to_dict()["outcome"]
        'win'
        """
        return self._json

    def _text(self, key: str) -> str:
        return str(self._json[key])

    def _whole(self, key: str) -> int | None:
        return whole(self._json.get(key))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._json == self._json if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._json}>"

    def _repr_html_(self) -> str:
        html = self._told.html() if self._told else None
        return html or f"<p>{escape(repr(self)[1:-1])}</p>"

    def _repr_latex_(self) -> str | None:
        return self._told.latex() if self._told else None


class Document(Record):
    """An answer that can be stored in a file and checked from the rules alone."""

    __slots__ = ()

    def to_json(self) -> str:
        """Returns the content of the file, which is one line of JSON."""
        return json.dumps(self._json, separators=(",", ":"), ensure_ascii=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, which `check` and `sprague check` can read."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")


def table(heads: list[str], rows: list[list[str]], more: int = 0) -> str:
    """Returns a table in HTML."""

    def line(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    rest = f"<tr><td colspan={len(heads)}>… {more} more</td></tr>" if more else ""
    return f"<table><thead>{line(heads, 'th')}</thead><tbody>{body}{rest}</tbody></table>"


def picture_of(drawn: Callable[[], Plot]) -> str | None:
    """Returns the SVG of an object for a notebook, or None if it has no picture, so that its text is displayed."""
    try:
        return drawn().svg
    except (SpragueError, ValueError):
        return None


class Framed:
    """An object with columns, from which data frames are built."""

    __slots__ = ()

    def _columns(self) -> dict[str, Any]:
        """Returns the columns by name."""
        raise NotImplementedError

    def _index(self) -> str | None:
        """Returns the column with the names of the rows, if there is one."""
        return None

    def to_frame(self) -> pandas.DataFrame:
        """Returns the columns as a data frame of pandas, which must be installed."""
        needs("pandas")
        import pandas

        # whole numbers remain whole in a list with gaps
        columns = {name: pandas.Series(column, dtype=object) if isinstance(column, list) and None in column else column for name, column in self._columns().items()}
        frame, index = pandas.DataFrame(columns), self._index()
        return frame if index is None else frame.set_index(index)

    def to_polars(self) -> Any:
        """Returns the columns as a data frame of polars, which must be installed. The names of the rows are a column, too."""
        needs("polars")
        return import_module("polars").DataFrame({str(name): column for name, column in self._columns().items()})


def needs(library: str) -> None:
    """Raises an error with the command that installs a missing library."""
    if find_spec(library) is None:
        raise ModuleNotFoundError(f"a data frame needs {library}: pip install {library}", name=library)

"""The answers to questions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _sprague
from ._limits import count
from ._record import LEFT_STARTS, OUTCOMES, Document, Framed, Outcome, OutcomeClass, Record, needs, picture_of, table, whole

if TYPE_CHECKING:
    import pandas

# the maximum number of rows in a notebook
SHOWN = 30


class Move:
    """A move and the position after it, in the notation.

    >>> import sprague
    >>> move = sprague.solve("nim@3,4,5").best
    >>> move
    Move('1: take 2', 'nim@1,4,5')
    >>> move.label, move.to
    ('1: take 2', 'nim@1,4,5')

    The moves of a ruleset that counts points may be such moves, with their points: see `Ruleset`.

    >>> sprague.Move("last", (1, 5), gain=2, again=True).gain
    2
    """

    __slots__ = ("_json",)

    def __init__(self, label: object, to: Any, *, gain: int = 0, again: bool = False) -> None:
        self._json: dict[str, Any] = {"move": label, "to": to, "gain": gain, "again": again}

    @classmethod
    def _of(cls, move: dict[str, Any]) -> Move:
        made = cls.__new__(cls)
        made._json = move
        return made

    @property
    def label(self) -> str:
        """The name of the move, with the number of its component if there are several."""
        return str(self._json["move"])

    @property
    def to(self) -> Any:
        """The position after the move. In an answer it is text that can be used in a question."""
        return self._json["to"]

    @property
    def gain(self) -> int | None:
        """The points that the move gains at once for the player who makes it, if points are counted."""
        return self._json.get("gain")

    @property
    def again(self) -> bool | None:
        """Whether the same player moves again, if points are counted."""
        return self._json.get("again")

    @property
    def score(self) -> int | None:
        """All points that the player gets by the move under best play, less those of the other player, if they are counted and known."""
        return self._json.get("score")

    @property
    def next(self) -> str | None:
        """The player who moves next in a partizan game: left or right."""
        return self._json.get("next")

    @property
    def outcome(self) -> Outcome | None:
        """win, loss or draw for the player who moves next, with `all_moves=True`. A loss is good for the player who makes the move."""
        outcome: Outcome | None = self._json.get("outcome")
        return outcome

    @property
    def nimber(self) -> int | None:
        """The nimber after the move, with `all_moves=True`, if it exists."""
        return whole(self._json.get("nimber"))

    @property
    def value(self) -> str | None:
        """The value after the move, with `all_moves=True`, in a partizan game."""
        return self._json.get("value")

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object that the program prints."""
        return self._json

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            return (self.label, self.to) == other
        return self._json == other._json if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.label, self.to))

    def __repr__(self) -> str:
        return f"Move({self.label!r}, {self.to!r})"


class Totals(NamedTuple):
    """The totals of a solved graph in files.

    >>> import sprague
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as files:
    ...     totals = sprague.solve("nim@50", shards=files).graph
    >>> totals.positions, totals.won, totals.lost, totals.longest
    (51, 50, 1, 1)
    """

    positions: int
    options: int
    """Moves, those to equal positions once."""
    won: int
    """How many are won for the player to move."""
    lost: int
    drawn: int
    longest: int
    """In how many moves the longest play is over, when the winner hurries and the loser delays."""
    digest: str
    """A sum of hashes of all positions with their answers, the same wherever and by whomever it was solved."""
    bytes: int
    """How many bytes the answers take."""


def _moves(moves: list[dict[str, Any]]) -> list[Move]:
    return [Move._of(move) for move in moves]


class Answer(Record, Framed):
    """A solved position. It is true if the player to move wins, like `is_won`, and false for a loss or a draw.

    >>> import sprague
    >>> answer = sprague.solve("kayles@12 + nim@4")
    >>> answer.is_won, answer.nimber
    (False, 0)
    >>> answer
    <kayles@12+nim@4: lost for the player to move, nimber 0>
    >>> sprague.solve("nim@1,1", play="misere")
    <nim@1,1: won for the player to move (misère play)>
    """

    __slots__ = ()

    @property
    def position(self) -> str:
        """The position, in the notation."""
        return self._text("position")

    @property
    def outcome(self) -> Outcome:
        """win, loss or draw for the player to move, or for Left if only the class of a partizan sum was asked for. With `at_least` it is
        win if the player gets as many points, and otherwise loss.
        """
        if "is_at_least" in self._json:
            return "win" if self._json["is_at_least"] else "loss"
        outcome: Outcome | None = self._json.get("outcome")
        return outcome or LEFT_STARTS[self._json["outcome_class"]]

    @property
    def is_won(self) -> bool:
        """Whether the player to move wins."""
        return self.outcome == "win"

    @property
    def nimber(self) -> int | None:
        """The nimber, or None if there is none. It is also None if it costs far more than finding the winner; `nimber=True` computes it
        anyway.
        """
        return self._whole("nimber")

    @property
    def winning_moves(self) -> list[Move]:
        """The moves that keep the best outcome, at most `max_moves`. Empty in a lost position."""
        return _moves(self._json.get("winning_moves", []))

    @property
    def winning_moves_total(self) -> int | None:
        """The number of winning moves, or None if not all moves were examined."""
        return self._whole("winning_moves_total")

    @property
    def undecided_moves(self) -> int:
        """The number of moves that were left undecided because deciding them costs far more than finding the winner. `moves="all"` or
        `max_moves` decide them.
        """
        return int(self._json.get("undecided_moves", 0))

    @property
    def best(self) -> Move | None:
        """A move that keeps the outcome. With `best="fastest"` it is the fastest win or the slowest loss."""
        best = self._json.get("best")
        return Move._of(best) if best else None

    @property
    def moves(self) -> list[Move] | None:
        """Every legal move with the position after it, with `all_moves=True`."""
        moves = self._json.get("moves")
        return None if moves is None else _moves(moves)

    @property
    def line(self) -> list[Move] | None:
        """Best play to the end, with `line=True`, if it is known."""
        line = self._json.get("line")
        return None if line is None else _moves(line)

    @property
    def outcome_class(self) -> OutcomeClass | None:
        """The outcome class of a partizan game: P, N, L or R, or a class with draws."""
        outcome_class: OutcomeClass | None = self._json.get("outcome_class")
        return outcome_class

    @property
    def score(self) -> int | None:
        """By how many points the player who starts wins, if points are counted. It is negative for a loss.

        >>> import sprague
        >>> sprague.solve("dots-and-boxes@2x2").score
        2
        """
        return self._json.get("score")

    @property
    def stops(self) -> tuple[int, int] | None:
        """Left's points less Right's if Left starts, and if Right starts, if points are counted and the players' moves differ."""
        left, right = self._json.get("left_stop"), self._json.get("right_stop")
        return None if left is None or right is None else (int(left), int(right))

    @property
    def value(self) -> str | None:
        """The value of a partizan sum as text. `sprague.value` returns a value for calculations."""
        return self._json.get("value")

    @property
    def remoteness(self) -> int | None:
        """The number of moves to the end, if it is known. None for a draw."""
        return self._whole("remoteness")

    @property
    def genus(self) -> tuple[int, list[int]] | None:
        """The genus of an impartial sum, as the nimber and its superscript, with `explain=True`, if a small search finds it."""
        genus = self._json.get("genus")
        return None if genus is None else (genus[0], genus[1])

    @property
    def graph(self) -> Totals | None:
        """The totals of the whole graph, if it is in files (`shards=` or `from_=`)."""
        graph = self._json.get("graph")
        # large numbers are text
        return None if graph is None else Totals._make(graph[name] if name == "digest" else int(graph[name]) for name in Totals._fields)

    @property
    def why(self) -> list[str]:
        """The theorem or the search that gave the answer, with `explain=True`."""
        return list(self._json.get("why", []))

    def to_frame(self) -> pandas.DataFrame:
        """Returns the moves as a data frame of pandas, which must be installed. They are all moves with `all_moves=True`, and the
        winning moves otherwise.

        >>> import sprague
        >>> sprague.solve("nim@2,1", all_moves=True).to_frame().nimber.tolist()
        [0, 1, 2]
        """
        return super().to_frame()

    def _columns(self) -> dict[str, Any]:
        moves = self.moves or self.winning_moves
        columns = {name: [getattr(move, name) for move in moves] for name in ("label", "to", "outcome", "nimber", "value", "gain", "score")}
        there = {name: column for name, column in columns.items() if name in ("label", "to") or any(each is not None for each in column)}
        return {"move": there.pop("label"), **there}

    def __bool__(self) -> bool:
        """Returns `is_won`, which is false for a draw.

        >>> import sprague
        >>> bool(sprague.solve("nim@3,4,5")), bool(sprague.solve("nim@3,3"))
        (True, False)
        """
        return self.is_won

    def __repr__(self) -> str:
        if "at_least" in self._json:
            return f"<{self.position}: {'at least' if self.is_won else 'less than'} {self._json['at_least']} points for the player to move>"
        value = "" if self.nimber is None else f", nimber {self.nimber}"
        if self.value is not None:
            value = f", value {self.value}"
        if self.score is not None:
            value = f", by {abs(self.score)}" if self.score else ""
        play = " (misère play)" if self._json.get("play") == "misere" else ""
        return f"<{self.position}: {OUTCOMES[self.outcome]} for the player to move{play}{value}>"


class Period(NamedTuple):
    """A period: row n + period is row n plus the saltus, for all n from the preperiod on.

    >>> import sprague
    >>> sprague.analyse("kayles", 100).period
    Period(preperiod=71, period=12, saltus=0, theorem='Guy-Smith')
    """

    preperiod: int
    period: int
    saltus: int | str
    theorem: str | None

    @property
    def is_proved(self) -> bool:
        """Whether a theorem proves the period for all rows. Otherwise it was only observed."""
        return self.theorem is not None


def _period(found: dict[str, Any] | None) -> Period | None:
    if found is None:
        return None
    saltus = found["saltus"]
    is_number = isinstance(saltus, int) or str(saltus).lstrip("-").isdigit()
    return Period(int(found["preperiod"]), int(found["period"]), int(saltus) if is_number else saltus, found["theorem"])


class Plot:
    """A drawing, which a notebook displays.

    >>> import sprague
    >>> plot = sprague.plot("kayles", to=100)
    >>> plot.svg.startswith("<svg")
    True
    """

    __slots__ = ("_again", "_drawing")

    def __init__(self, drawing: _sprague.Drawing, again: Callable[[], Plot]) -> None:
        self._drawing, self._again = drawing, again

    def __reduce__(self) -> tuple[Callable[[Callable[[], Plot]], Plot], tuple[Callable[[], Plot]]]:
        # another process must draw it again
        return _called, (self._again,)

    def __copy__(self) -> Plot:
        return self

    def __deepcopy__(self, memo: object) -> Plot:
        return self

    @property
    def kind(self) -> str:
        """The kind: points, table, thermograph, scaffold, graph, picture or order."""
        return self._drawing.kind

    @property
    def svg(self) -> str:
        """The drawing as SVG."""
        return self._drawing.svg()

    @property
    def tikz(self) -> str:
        """The drawing in TikZ, for papers in LaTeX. Its second line names the packages that it needs."""
        return self._drawing.tikz()

    def text(self, columns: int = 80, lines: int = 24) -> str:
        """Returns the drawing as text for a terminal.

        >>> import sprague
        >>> print(sprague.plot("nim@3,1", kind="picture").text())  # doctest: +SKIP
        """
        return "\n".join(self._drawing.text(count("columns", columns), count("lines", lines)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, whose format depends on the ending: `.svg`, `.tex` for papers, or `.txt` for the drawing as text."""
        ending = Path(path).suffix
        if ending not in (".svg", ".tex", ".txt"):
            raise ValueError(f"a plot is saved as .svg, .tex or .txt, not {ending or 'without an ending'}")
        text = {".svg": lambda: self.svg, ".tex": lambda: self.tikz, ".txt": lambda: self.text() + "\n"}[ending]()
        Path(path).write_text(text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<plot: {self.kind}>"

    def _repr_svg_(self) -> str:
        return self.svg


def _called(drawn: Callable[[], Plot]) -> Plot:
    return drawn()


class Analysis(Framed):
    """The rows of a family, with the known facts about their period.

    Rows are NumPy arrays that share the memory of the engine. Nimbers are `uint64`, and outcomes are bytes of one letter (`S1`).

    >>> import sprague
    >>> rows = sprague.analyse("subtraction:1,3,4", 9)
    >>> rows.nimbers.tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    >>> rows.outcomes.tobytes()
    b'PNPNNNNPNP'
    >>> rows.period.is_proved
    True
    """

    def __init__(self, head: dict[str, Any], arrays: dict[str, Any], plot: Callable[[], Plot] | None = None) -> None:
        letters = {name for name, array in arrays.items() if getattr(array, "dtype", None) == np.uint8}
        self._head, self._plot = head, plot
        self.arrays: dict[str, Any] = {name: array.view("S1") if name in letters else array for name, array in arrays.items()}

    @property
    def family(self) -> str:
        """The family, in the notation."""
        return str(self._head["family"])

    @property
    def nimbers(self) -> npt.NDArray[np.uint64]:
        """The nimber of every heap. Raises AttributeError if there are none."""
        nimbers: npt.NDArray[np.uint64] = self._array("nimbers", "nimbers")
        return nimbers

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The score of every heap for the player to move, if the rules count points.

        >>> import sprague
        >>> sprague.analyse("cumulative:2,5", 9).scores.tolist()
        [0, 0, 2, 2, 0, 5, 5, 3, 3, 5]
        """
        scores: npt.NDArray[np.int64] = self._array("scores", "scores")
        return scores

    @property
    def outcomes(self) -> npt.NDArray[np.bytes_]:
        """The outcome of every heap: P (lost for the player to move), N or D, and in partizan families P, N, L or R."""
        outcomes: npt.NDArray[np.bytes_] = self._array("outcomes", "one row of outcomes")
        return outcomes

    @property
    def values(self) -> list[str | None]:
        """The value of every heap as text, with `values=True`."""
        values: list[str | None] = self._array("values", "values (values=True asks for them)")
        return values

    def _array(self, name: str, what: str) -> Any:
        if name not in self.arrays:
            has = ", ".join(self.arrays)
            raise AttributeError(f"{self.family} has no {what} here; `arrays` has {has}")
        return self.arrays[name]

    @property
    def period(self) -> Period | None:
        """The period of the rows, or None if none was observed. It is proved if it has a theorem."""
        return _period(self._head.get("period"))

    @property
    def outcome_period(self) -> Period | None:
        """The period of the outcomes alone."""
        return _period(self._head.get("outcome_period"))

    @property
    def law(self) -> dict[str, Any] | None:
        """The law of nimbers that are not periodic, proved or observed, as a dictionary. None if there is no law.

        >>> import sprague
        >>> law = sprague.analyse("at-most:1/2").law
        >>> law["law"], law["status"]
        ('G(2n) = n, G(2n + 1) = G(n)', 'proved')
        """
        return self._head.get("law")

    @property
    def order(self) -> dict[str, Any] | None:
        """The period of the order of all rows of values, if order look-back proves it and bounded look-back proves no period.

        >>> import sprague
        >>> sprague.analyse("asymmetric:1,3/2", values=True).order["theorem"]
        'order look-back'
        """
        return self._head.get("order")

    @property
    def classes(self) -> list[dict[str, Any]]:
        """The law of each class of rows, as a dictionary. Empty if there is no `order`.

        >>> import sprague
        >>> sprague.analyse("asymmetric:1,3/2", values=True).classes[1]["law"]
        'n = 1 (mod 2): row n is {row 1 | row n-2}, from n = 9 on'
        """
        return self._head.get("classes") or []

    @property
    def stopped(self) -> str | None:
        """The limit that was reached before the last row, if one was."""
        return self._head.get("stopped")

    @property
    def explain(self) -> str | None:
        """The reason for the method by which the rows were computed, with `explain=True`."""
        return self._head.get("explain")

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object that the program prints, without the rows."""
        return self._head

    def __len__(self) -> int:
        return len(next(iter(self.arrays.values()), ()))

    def to_frame(self) -> pandas.DataFrame:
        """Returns the rows as a data frame of pandas, which must be installed.

        >>> import sprague
        >>> sprague.analyse("nim", 3).to_frame().nimbers.tolist()
        [0, 1, 2, 3]
        """
        frame = super().to_frame()
        return frame if self._index() else frame.rename(columns=int)

    def _index(self) -> str | None:
        return None if "table" in self.arrays else "n"

    def _columns(self) -> dict[str, Any]:
        if "table" in self.arrays:
            return {str(column): cells for column, cells in enumerate(np.asarray(self.arrays["table"]).T)}
        columns = {name: array for name, array in self.arrays.items() if name != "safe" and len(array) == len(self)}
        letters = {name: array.astype("U1") for name, array in columns.items() if getattr(array, "dtype", None) == np.dtype("S1")}
        return {"n": np.arange(len(self)), **columns, **letters}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Analysis):
            return NotImplemented
        is_same = self._head == other._head and self.arrays.keys() == other.arrays.keys()
        return is_same and all(np.array_equal(array, other.arrays[name]) for name, array in self.arrays.items())

    __hash__ = None  # type: ignore[assignment]

    def plot(self) -> Plot:
        """Draws the rows as points, with the period shaded."""
        if self._plot is None:
            raise ValueError(f"{self.family} has no plot")
        return self._plot()

    def __repr__(self) -> str:
        return f"<{self.family}: {len(self)} rows, {self._period_in_words()}>"

    def _period_in_words(self) -> str:
        if self.period is None and self.classes:
            alone = sum(row_class["kind"] == "order" for row_class in self.classes)
            count = len(self.classes) - alone
            said = []
            if count:
                said.append(f"{count} {'class' if count == 1 else 'classes'} of rows with laws")
            if alone and count:
                said.append(f"of {'one more class' if alone == 1 else f'{alone} more classes'}, only the order is known")
            elif alone:
                said.append(f"of {'the one class' if alone == 1 else f'all {alone} classes'} of rows, only the order is known")
            return f"{', '.join(said)}, proved by order look-back" if alone else f"{said[0]} proved by order look-back"
        found = self.period or self.outcome_period
        if found is None:
            return "no period seen"
        of = "outcomes: " if self.period is None else ""
        preperiod, period, saltus, theorem = found
        rise = f" rising by {saltus}" if saltus not in (0, "0") else ""
        return f"{of}period {period}{rise} from {preperiod} on, {f'proved by {theorem}' if theorem else 'seen, not proved'}"

    def _repr_html_(self) -> str:
        columns = {name: array for name, array in self.arrays.items() if name not in ("safe", "table") and len(array) == len(self)}
        count = min(SHOWN, len(self))
        rows = [[name, *(cell.decode() if isinstance(cell, bytes) else str(cell) for cell in array[:count])] for name, array in columns.items()]
        shown = table(["n", *map(str, range(count))], rows) if rows else ""
        return f"<p><b>{escape(self.family)}</b>: {len(self)} rows, {escape(self._period_in_words())}</p>{shown}"


class Table(Record, Framed):
    """The outcomes, nimbers or values for all pairs of numbers.

    >>> import sprague
    >>> table = sprague.table("wythoff", to=(3, 3))
    >>> table.array.tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    """

    def __init__(self, answer: dict[str, Any], plot: Callable[[], Plot] | None = None) -> None:
        super().__init__(answer)
        self._plot = plot

    def plot(self) -> Plot:
        """Draws the table."""
        if self._plot is None:
            raise ValueError("this table has no plot")
        return self._plot()

    @property
    def rows(self) -> str:
        """The content of the cells: outcomes, nimbers, values or scores."""
        return str(self._json.get("rows") or next(key for key in ("nimbers", "outcomes", "values", "scores") if key in self._json))

    @property
    def array(self) -> npt.NDArray[Any]:
        """The cells, with one row for each first number or x. The type is int64 if all cells are nimbers or scores, and object otherwise. A cell
        without a position is None.
        """
        cells = self._json.get("cells")
        # JSON has a row for each y of a pattern
        cells = self._json[self.rows] if cells is None else list(map(list, zip(*cells, strict=True)))
        if self.rows in ("nimbers", "scores") and all(isinstance(cell, int) for row in cells for cell in row):
            return np.array(cells, dtype=np.int64)
        return np.array(cells, dtype=object)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.array if dtype is None else self.array.astype(dtype)

    def to_frame(self) -> pandas.DataFrame:
        """Returns the cells as a data frame of pandas, which must be installed. `.loc[a, b]` is the cell of the numbers a and b, or x
        and y.

        >>> import sprague
        >>> sprague.table("domineering", to=(2, 3)).to_frame().loc[1, 2]
        '-1'
        """
        needs("pandas")
        import pandas

        index, columns = self._numbers()
        frame = pandas.DataFrame(self.array, index=index, columns=columns)
        return frame.rename_axis(index="x", columns="y") if "cells" in self._json else frame

    def _columns(self) -> dict[str, Any]:
        index, columns = self._numbers()
        return {"x": list(index), **{str(y): column.tolist() for y, column in zip(columns, self.array.T, strict=True)}}

    def _numbers(self) -> tuple[range, range]:
        """Returns the numbers of the rows and those of the columns."""
        told = self._json
        above, left = map(int, (told["x"][0], told["y"][0]) if "cells" in told else told["from"])
        tall, wide = self.array.shape
        return range(above, above + tall), range(left, left + wide)

    def __repr__(self) -> str:
        tall, wide = self.array.shape
        return f"<{self._json.get('pattern') or self._json['ruleset']}: {tall} × {wide} {self.rows}>"

    def _repr_html_(self) -> str:
        cells = self.array[:SHOWN, :SHOWN]
        index, columns = self._numbers()
        rows = [[str(a), *("" if cell is None else str(cell) for cell in row)] for a, row in zip(index, cells)]
        corner = "x \\ y" if "cells" in self._json else ""
        return f"<p>{escape(repr(self)[1:-1])}</p>" + table([corner, *map(str, columns[:SHOWN])], rows)


class LoopyValue(Record):
    """The value of a partizan sum in which a position can repeat: a stopper, or two sides.

    >>> import sprague
    >>> class Over(sprague.Ruleset):
    ...     def left_moves(self, n): return [n - 1] if n else []
    ...     def right_moves(self, n): return [n] if n else []
    >>> over = Over()
    >>> value = sprague.loopy_value(over(1) + -over(1))
    >>> value.text, value.onside, value.offside, value.outcome_class
    ('over&under', 'over', 'under', 'D')
    """

    __slots__ = ()

    @property
    def position(self) -> str:
        """The sum, in the notation."""
        return self._text("position")

    @property
    def text(self) -> str | None:
        """The stopper, or both sides with `&`. None if a side was not found or is too long."""
        return self._json.get("value")

    @property
    def onside(self) -> str | None:
        """The stopper if endless play is a win for Left, if it was found."""
        return self._json.get("onside")

    @property
    def offside(self) -> str | None:
        """The stopper if endless play is a win for Right, if it was found."""
        return self._json.get("offside")

    @property
    def is_stopper(self) -> bool:
        """Whether both sides are the same stopper."""
        return bool(self._json.get("stopper", True))

    @property
    def outcome_class(self) -> OutcomeClass:
        """The outcome class, which has letters for draws, too."""
        found: OutcomeClass = self._json["outcome_class"]
        return found

    @property
    def stops(self) -> tuple[str, str] | None:
        """The stops of a stopper if Left starts and if Right starts, which are numbers, `on`, `off` or similar."""
        left, right = self._json.get("left_stop"), self._json.get("right_stop")
        return None if left is None or right is None else (left, right)

    @property
    def degree(self) -> str | None:
        """The degree of loopiness of a stopper, which is its onside minus itself."""
        return self._json.get("degree")

    @property
    def variety(self) -> str | None:
        """The variety of a stopper, if it is defined."""
        return self._json.get("variety")

    @property
    def facts(self) -> dict[str, Any] | None:
        """More facts, with `facts=True`: the kinds to which the value belongs (`is`), strong stops, varieties, and followers.

        >>> import sprague
        >>> sprague.loopy_value("game@over", facts=True).facts["is"]
        ['infinitesimal', 'all-small', 'pseudonumber', 'plumtree', 'idempotent']
        """
        found: dict[str, Any] | None = self._json.get("facts")
        return found

    @property
    def cgsuite(self) -> str | None:
        """The text that CGSuite writes, with `facts=True`, if it is not too long.

        >>> import sprague
        >>> sprague.loopy_value("game@a{0|{0|{{a|*}|*}}}", facts=True).cgsuite
        'a{0||||0|||a|*||*}'
        """
        found: str | None = self._json.get("cgsuite")
        return found

    @property
    def not_found(self) -> dict[str, str]:
        """The reason why a side, `onside` or `offside`, was not found."""
        return dict(self._json.get("not_found", {}))

    def __repr__(self) -> str:
        return f"<{self.position}: {self.text or 'a loopy value'}, outcome class {self.outcome_class}>"


class MisereForm(Record):
    """The misère canonical form of an impartial sum. Equal forms are interchangeable in every sum under misère play.

    >>> import sprague
    >>> form = sprague.misere_form("kayles@5")
    >>> form
    <kayles@5: *[(32)321], won for the player to move (misère play), restless>
    >>> form.genus, form.misere_nimber, form.birthday
    ((4, [1, 4, 6, 4, 6]), 1, 5)
    """

    __slots__ = ()

    @property
    def position(self) -> str:
        """The sum, in the notation."""
        return self._text("position")

    @property
    def text(self) -> str:
        """The form in the notation of CGSuite. Long parts that occur several times are written once and have a number."""
        return self._text("form")

    @property
    def outcome(self) -> Outcome:
        """win or loss for the player to move."""
        outcome: Outcome = self._json["outcome"]
        return outcome

    @property
    def birthday(self) -> int:
        """The maximum number of moves."""
        return int(self._json["birthday"])

    @property
    def genus(self) -> tuple[int, list[int]]:
        """The nimber, and the misère nimbers of the sums with 0, 1, 2, … heaps of size 2, up to the term from which they repeat."""
        nimber, superscript = self._json["genus"]
        return int(nimber), list(superscript)

    @property
    def misere_nimber(self) -> int:
        """The only size of a Nim heap with which the sum is lost."""
        return int(self._json["misere_nimber"])

    @property
    def heap(self) -> int | None:
        """The size of the Nim heap to which the form is equal, if there is one."""
        return self._whole("heap")

    @property
    def kind(self) -> str:
        """The kind: tame, generally tame, tameable, restive, generally restive, restless or wild."""
        return self._text("kind")

    @property
    def implies(self) -> str:
        """The meaning of the kind for sums."""
        return self._text("implies")

    @property
    def partitions(self) -> list[list[str]] | None:
        """All ways to write the form as a sum of games that are not sums themselves, with `parts=True`."""
        return self._json.get("partitions")

    @property
    def dag(self) -> list[list[int]] | None:
        """All followers of the form, each as the indices of its options, which precede it, with `dag=True`."""
        return self._json.get("dag")

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= 60 else "a long form"
        return f"<{self.position}: {text}, {OUTCOMES[self.outcome]} for the player to move (misère play), {self.kind}>"


class MisereComparison(Record):
    """The relation between two sums under misère play.

    >>> import sprague
    >>> compared = sprague.misere_compare("nim@2,2", "nim@0")
    >>> compared.relation, compared.link, compared.distinguisher
    ('linked', '*[32]', '*[0]')
    """

    __slots__ = ()

    @property
    def relation(self) -> str:
        """`=`, `linked` or `apart` for impartial sums, and `<`, `=`, `>` or `||` among dicots or dead-ending games."""
        return self._text("relation")

    @property
    def forms(self) -> list[str] | None:
        """The misère canonical forms of two impartial sums."""
        return self._json.get("forms")

    @property
    def link(self) -> str | None:
        """A game whose sums with both are lost."""
        return self._json.get("link")

    @property
    def distinguisher(self) -> str | None:
        """A game whose sum with one of them is lost and whose sum with the other is won."""
        return self._json.get("distinguisher")

    def __repr__(self) -> str:
        return f"<{self._text('left')} {self.relation} {self._text('right')}, misère play>"


class Code(Record):
    """The code of a heap game to paste. `str` returns the code.

    >>> import sprague
    >>> code = sprague.code("subtraction:1-3", language="python")
    >>> code.status, "def grundy(n):" in str(code)
    ('proved', True)
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """The code, which includes a self-check."""
        return str(self._json["code"])

    @property
    def status(self) -> str | None:
        """proved or observed, or None if the code uses neither a period nor a law."""
        return self._json.get("status")

    @property
    def theorem(self) -> str | None:
        """The theorem, or the source of the proof."""
        return self._json.get("theorem")


class Quotient(Record):
    """The misère quotient of a family, which determines the sums of heaps that are lost under misère play.

    >>> import sprague
    >>> quotient = sprague.quotient("kayles")
    >>> quotient.order, quotient.is_proved
    (40, True)
    """

    __slots__ = ()

    @property
    def order(self) -> int:
        """The number of elements."""
        return int(self._json["order"])

    @property
    def is_proved(self) -> bool:
        """Whether it is the quotient of all heaps. Otherwise it is that of the first heaps."""
        return bool(self._json["status"] == "proved")

    @property
    def elements(self) -> list[list[int]]:
        """The elements, each as a shortest sum of heaps. The identity is the empty sum."""
        return list(self._json["elements"])

    @property
    def generators(self) -> dict[str, int]:
        """The letters of the generators, each with its heap, if the quotient has at most 100 elements. No smaller heaps generate these
        heaps.

        >>> import sprague
        >>> sprague.quotient("octal:0.75").generators
        {'a': 1, 'b': 2, 'c': 5}
        """
        return {str(each["letter"]): int(each["heap"]) for each in self._presentation()["generators"]}

    @property
    def relations(self) -> list[tuple[str, str]]:
        """Pairs of equal words in the generators that present the quotient, if it has at most 100 elements."""
        return [(str(left), str(right)) for left, right in self._presentation()["relations"]]

    def image(self, heap: int) -> str:
        """Returns the word in the generators to which a heap is equal. If the quotient is that of all heaps, the heap may have any size.

        >>> import sprague
        >>> quotient = sprague.quotient("kayles")
        >>> quotient.image(9), quotient.image(10**9)
        ('d', 'ab²')
        """
        return str(self._presentation()["phi"][self._covered(heap)])

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Returns the outcome of a sum of heaps under misère play: "win" or "loss" for the player to move.

        >>> import sprague
        >>> sprague.quotient("kayles").outcome([5, 1])
        'loss'
        """
        products, elements = self._json["products"], self.elements
        if products is None:
            raise ValueError(f'a quotient of {self.order} elements comes without its products: ask sprague.solve("…", play="misere")')
        total = 0
        for heap in heaps:
            total = products[total][elements.index(self._json["phi"][self._covered(heap)])]
        return "loss" if elements[total] in self._json["p_portion"] else "win"

    def _presentation(self) -> dict[str, Any]:
        found: dict[str, Any] | None = self._json["presentation"]
        if found is None:
            raise ValueError(f"a quotient of {self.order} elements is not presented: at most 100 are")
        return found

    def _covered(self, heap: int) -> int:
        """Returns the known heap with the same image as this one."""
        if heap < 0:
            raise ValueError(f"a heap is a number from 0, not {heap}")
        most, period = int(self._json["heaps_covered"]), self._json["period"]
        if heap <= most:
            return heap
        if period is None:
            raise ValueError(f"heap {heap} is not covered: only heaps to {most} are known")
        preperiod = int(self._json["preperiod"])
        return preperiod + (heap - preperiod) % int(period)

    def __repr__(self) -> str:
        proved = "proved for all heaps" if self.is_proved else "of the first heaps only"
        return f"<misère quotient of {self.order} elements, {proved}>"


class Strategy(Document):
    """A strategy, which contains the winner's answers to all moves.

    >>> import sprague
    >>> strategy = sprague.strategy("nim@1,2,3")
    >>> strategy.winner
    'other'
    >>> sprague.check(strategy).is_accepted
    True
    """

    __slots__ = ()

    @property
    def position(self) -> str:
        """The position in which play starts."""
        return self._text("position")

    @property
    def winner(self) -> str:
        """The winner: `mover`, who starts, or `other`."""
        return self._text("winner")

    @property
    def at_least(self) -> int | None:
        """By how many points the winner gets more than the other player at least, if points are counted."""
        return self._json.get("at_least")

    def __repr__(self) -> str:
        does = "wins" if self.at_least is None else f"gets at least {self.at_least}"
        return f"<strategy for {self.position}: {self.winner} {does}>"


class ComparisonCertificate(Document):
    """The relation between two sums, with the positions that prove it.

    >>> import sprague
    >>> sprague.comparison_certificate("game@over", "game@1")
    <game@over < game@1>
    """

    __slots__ = ()

    @property
    def left(self) -> str:
        """The first sum, in the notation."""
        return self._text("left")

    @property
    def right(self) -> str:
        """The second sum."""
        return self._text("right")

    @property
    def relation(self) -> str:
        """`<`, `=`, `>`, or `||` for confused sums."""
        return self._text("relation")

    def __repr__(self) -> str:
        return f"<{self.left} {self.relation} {self.right}>"


class Certificate(Document):
    """The proof of a period or of a misère quotient, which can be checked from the rules alone.

    >>> import sprague
    >>> certificate = sprague.certify("kayles")
    >>> certificate.theorem, certificate.period
    ('Guy-Smith', 12)
    >>> sprague.check(certificate).is_accepted
    True
    """

    __slots__ = ()

    @property
    def family(self) -> str:
        """The family that the proof is about."""
        return self._text("family")

    @property
    def theorem(self) -> str:
        """The theorem by which a repetition proves the period."""
        return self._text("theorem")

    @property
    def preperiod(self) -> int:
        """The first row that repeats."""
        return int(self._json["preperiod"])

    @property
    def period(self) -> int:
        """The number of rows in a period."""
        return int(self._json["period"])

    def __repr__(self) -> str:
        return f"<certificate: {self.family} has period {self.period} from {self.preperiod} on, by {self.theorem}>"


class Verdict(Record):
    """The result of checking a certificate or a strategy.

    >>> import sprague
    >>> verdict = sprague.check(sprague.certify("nim"))
    >>> bool(verdict), verdict.reason
    (True, None)
    """

    __slots__ = ()

    @property
    def is_accepted(self) -> bool | None:
        """Whether the claim is accepted, or None if a limit was reached first."""
        return self._json.get("accepted")

    @property
    def claim(self) -> str:
        """The whole claim in words."""
        return self._text("whole_claim")

    @property
    def reason(self) -> str | None:
        """The reason why the claim is not accepted."""
        return self._json.get("reason")

    def __bool__(self) -> bool:
        return self.is_accepted is True

    def __repr__(self) -> str:
        word = {True: "accepted", False: "rejected", None: "open"}[self.is_accepted]
        return f"<{word}: {self.reason or self.claim}>"


class Swept(Document):
    """The results of a sweep, or of parts of one.

    >>> import sprague
    >>> sprague.sweep(10, shard=(1, 2)).shard
    '1/2'
    """

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, which `merge` and `sprague merge` can read."""
        super().save(path)

    @property
    def shard(self) -> str | None:
        """The included parts and their total number, such as "3/8" or "1-3,5/8". None if all parts are included."""
        return self._json.get("shard")

    @property
    def digest(self) -> str | None:
        """The sum of the hashes of all records. The digests of all parts add up to that of the whole sweep. None for a whole `sweep`
        without `digest=True`.
        """
        return self._json.get("digest")

    @property
    def histogram(self) -> dict[int, int]:
        """The number of sets, codes or pairs for each period."""
        return {int(period): int(count) for period, count in self._json["histogram"]}

    def _named(self, name: str) -> str:
        return name if self.shard is None else f"part {self.shard}, {name}"


class Sweep(Swept, Framed):
    """The longest period of all subtraction sets with this largest member, or of a part of them.

    >>> import sprague
    >>> sprague.sweep(10).longest_period
    45
    """

    __slots__ = ()

    @property
    def longest_period(self) -> int:
        """The longest period, or 0 for a part without sets."""
        return int(self._json["longest"]["period"]) if self._json["longest"] else 0

    @property
    def longest_set(self) -> list[int]:
        """A set with the longest period."""
        return list(self._json["longest"]["set"]) if self._json["longest"] else []

    @property
    def sets(self) -> int:
        """The number of sets."""
        return int(self._json["sets"])

    def _columns(self) -> dict[str, Any]:
        return {"period": list(self.histogram), "sets": list(self.histogram.values())}

    def __repr__(self) -> str:
        name = self._named(f"largest member {self._json['largest']}")
        return f"<{name}: longest period {self.longest_period} of {self.sets} sets, subtraction:{','.join(map(str, self.longest_set))}>"


class OctalSweep(Swept):
    """The periods of all octal codes of a few digits, or of a part of them.

    >>> import sprague
    >>> sprague.sweep_octal(1, seek=1000).proved
    {'Guy-Smith': 11, 'bounded look-back': 4}
    """

    __slots__ = ()

    @property
    def codes(self) -> int:
        """The number of codes."""
        return int(self._json["codes"])

    @property
    def proved(self) -> dict[str, int]:
        """The number of proved periods by theorem. `histogram` counts these periods."""
        return {theorem: int(count) for theorem, count in self._json["proved"].items()}

    @property
    def open(self) -> dict[str, int]:
        """The number of codes without a proved period, by reason: `seek` if the rows prove none, or the limit that was reached first."""
        return {why: int(count) for why, count in self._json["open"].items()}

    @property
    def longest_period(self) -> int:
        """The longest proved period, or 0 if there is none."""
        return int(self._json["longest"]["period"]) if self._json["longest"] else 0

    @property
    def longest_code(self) -> str | None:
        """The first code with the longest period."""
        return self._json["longest"]["code"] if self._json["longest"] else None

    def __repr__(self) -> str:
        name = self._named(f"octal codes of {self._json['digits']} digits")
        return f"<{name}: {sum(self.proved.values())} of {self.codes} periods proved, the longest {self.longest_period} of octal:{self.longest_code}>"


class AsymmetricSweep(Swept, Framed):
    """The laws of the rows of all pairs of sets up to exchanging Left and Right, or of a part of them, counted by kind.

    Iteration returns the laws of the pairs one after another.

    >>> import sprague
    >>> sprague.sweep_asymmetric(3).kinds
    {'mixed': 9, 'periodic': 13, 'rises': 6}
    >>> next(iter(sprague.sweep_asymmetric(3))).family
    'asymmetric:1/1'
    """

    __slots__ = ()

    @property
    def largest(self) -> int:
        """The maximum amount in a set."""
        return int(self._json["largest"])

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return int(self._json["pairs"])

    @property
    def kinds(self) -> dict[str, int]:
        """The number of pairs of each kind, as in `PairLaws.kind`."""
        return {kind: int(count) for kind, count in self._json["kinds"].items()}

    @property
    def classes(self) -> dict[str, int]:
        """The number of classes of rows with each law: constant, gain, structure, order."""
        return {law: int(count) for law, count in self._json["classes"].items()}

    def __iter__(self) -> Iterator[PairLaws]:
        from ._session import pairs_of_sets

        if self.shard is None:
            return pairs_of_sets(self.largest)
        parts, _, of = self.shard.partition("/")
        ranges = (part.partition("-") for part in parts.split(","))
        numbers = (number for first, _, last in ranges for number in range(int(first), int(last or first) + 1))
        return merge(*(pairs_of_sets(self.largest, shard=(number, int(of))) for number in numbers))

    def _columns(self) -> dict[str, Any]:
        return {"kind": list(self.kinds), "pairs": list(self.kinds.values())}

    def __repr__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.kinds.items())
        return f"<{self._named(f'sets up to {self.largest}')}: {self.pairs} pairs, {kinds}>"


class PairLaws(NamedTuple):
    """The laws of the rows of one pair of sets.

    >>> import sprague
    >>> pair = next(sprague.pairs_of_sets(5, start=180))
    >>> pair.family, pair.kind, pair.classes
    ('asymmetric:1,2,3/5', 'mixed', {'constant': 0, 'gain': 2, 'order': 0, 'structure': 3})
    """

    number: int
    """Its place in the sweep, from 0 on: `start=number + 1` goes on behind it."""
    left: tuple[int, ...]
    """The amounts that Left takes."""
    right: tuple[int, ...]
    """The amounts that Right takes."""
    kind: str
    """`periodic` if all values repeat, `rises` if all rows gain the same game, `mixed` if classes differ and the options of all are
    known, `order` if the order alone is known, and `open` without it."""
    period: int | None
    """The period of the order of all rows; None if it is not proved."""
    classes: dict[str, int]
    """How many classes of rows have each law."""

    @property
    def family(self) -> str:
        """The family, as it is typed.

        >>> import sprague
        >>> next(sprague.pairs_of_sets(2)).family
        'asymmetric:1/1'
        """
        return f"asymmetric:{','.join(map(str, self.left))}/{','.join(map(str, self.right))}"


class Match(NamedTuple):
    """A known game whose nimbers begin with the given ones.

    >>> import sprague
    >>> sprague.identify([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])[0].family
    'kayles'
    """

    family: str
    shift: int
    """The first value is that of this heap."""
    oeis: str | None = None
    """The number of its nimbers in the OEIS, such as A002186."""


class Matches(list[Match]):
    """The known games, as a list, and the law of the values.

    >>> import sprague
    >>> found = sprague.identify([0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8, 4, 9, 2])
    >>> found[0].family, found[0].oeis, found.law["law"]
    ('at-most:1/2', 'A025480', 'G(2n) = n, G(2n + 1) = G(n)')
    """

    def __init__(self, matches: Iterable[Match], law: dict[str, Any] | None = None) -> None:
        super().__init__(matches)
        self.law = law
        """The law of a regular sequence, observed in these values only; None where none is seen."""


class Graph(Record):
    """The position graph, in which node 0 is the position.

    >>> import sprague
    >>> graph = sprague.graph("nim@1,2")
    >>> len(graph), graph.edges[0]
    (5, (0, 1))
    """

    def __init__(self, answer: dict[str, Any] | _sprague.Told, plot: Callable[[], Plot]) -> None:
        super().__init__(answer)
        self._plot = plot

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The positions, each with its text (`ask`), outcome, nimber and label."""
        return list(self._json["nodes"])

    @property
    def edges(self) -> list[tuple[int, int]]:
        """The moves, as pairs of the node before and the node after."""
        return [(start, end) for start, end in self._json["edges"]]

    @property
    def is_whole(self) -> bool:
        """Whether the graph has all positions and moves."""
        return bool(self._json["is_whole"])

    @property
    def dot(self) -> str:
        """The graph in the language of Graphviz."""
        return self._text("dot")

    def __len__(self) -> int:
        return len(self._json["nodes"])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.nodes)

    def plot(self) -> Plot:
        """Draws the graph."""
        return self._plot()

    def __repr__(self) -> str:
        return f"<graph: {len(self)} positions, {len(self._json['edges'])} moves>"

    def _repr_svg_(self) -> str | None:
        return picture_of(self.plot)


class Report(Record):
    """The result of checking the laws of rulesets by random play.

    >>> import sprague
    >>> halve = sprague.ruleset(lambda p: range(p // 2, p), name="halve")
    >>> report = sprague.test(halve, 20)
    >>> report.is_ok
    True
    """

    def __init__(self, answer: dict[str, Any], raised: BaseException | None) -> None:
        super().__init__(answer)
        self.raised = raised
        """What the ruleset raised, if it did."""

    @property
    def is_ok(self) -> bool:
        """Whether no law was broken."""
        return self._json["broken"] is None

    @property
    def held(self) -> dict[str, int]:
        """The number of positions at which each law held."""
        return dict(self._json["held"])

    @property
    def broken(self) -> dict[str, str] | None:
        """The law that was broken, with the smallest position that was found and a description."""
        broken: dict[str, str] | None = self._json["broken"]
        return broken

    def __bool__(self) -> bool:
        return self.is_ok

    def __repr__(self) -> str:
        if self.broken is None:
            return f"<laws held on {self._json['positions']} positions>"
        return "<broken: {law}, at {position}: {how}>".format(**self.broken)

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(repr(self)[1:-1])}</b></p>" + table(["law", "held"], [[law, str(count)] for law, count in self.held.items()])

"""Rulesets in Python, and positions of them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, Protocol, overload

import numpy as np
import numpy.typing as npt

from . import _sprague
from ._answers import Analysis, Answer, Graph, Move, Plot
from ._limits import Limits, keywords
from ._record import Outcome

if TYPE_CHECKING:
    from typing_extensions import TypeVar, Unpack

    from ._session import Session
    from ._values import Value

    P = TypeVar("P", default=Any)
    M = TypeVar("M", default=Any)
else:
    from typing import TypeVar

    # Python before 3.13 knows no defaults
    P, M = TypeVar("P"), TypeVar("M")


class Ruleset(Generic[P, M]):
    """The rules of a game. Subclass it, or decorate a function with `ruleset`.

    A position is any value that can be hashed; ints, strings and tuples are the fastest, and a list is taken for a tuple. Define one of:

    - `moves(self, position)`: the positions one move away, as a list, a generator, or a dict from labels to positions. Both players have
      these moves, and who cannot move has lost;
    - `left_moves` and `right_moves`: the same for each player of a partizan game;
    - `heap_options(self, n)`: what one heap of n tokens can become, each an int or a tuple of ints below n. Then there are rows and
      periods, and positions are heaps.

    And beside it, where you like:

    - `terminal_outcome(self, position)`: "win", "draw" or "loss" for the player to move where `moves` lists nothing;
    - `is_entailed(self, position)`: whether the player to move must move here and nowhere else in a sum, as after a move whose player goes on:
      there the only move is a pass. Positions are worth a nimber, or are loony;
    - `summands(self, position)`: independent parts, the sum of which the position is;
    - `canonical(self, position)`: a position with the same options, up to this function, that stands for it in tables;
    - `negative(self, position)`: a partizan position with Left and Right exchanged, or None;
    - `bounds(self, position)`: whole numbers that a partizan value lies between, as `(low, high)`, or None; a third number is one that Left
      has an option of at least, a fourth one that Right has an option of at most. None in place of a number claims nothing;
    - `estimate(self, position)`: by how many moves Left is ahead, about. Moves are tried in that order, and no answer depends on it;
    - `show(self, position)` and `parse(self, text)`: the position as text, and back (ValueError for what is no position);
    - `picture(self, position)`: rows of a board, a list of heaps, or a graph as `{"edges": [(from, to), ...]}`.

    False bounds make false answers, as false moves do. What these functions raise comes out of the question that asked them. `sprague.test` tries whether they obey the laws.

    For type checkers it is `Ruleset[Position, Move]`: the type of positions, and that of labels. Either may be left out.

    >>> import sprague
    >>> class Wythoff(sprague.Ruleset):
    ...     def moves(self, heaps):
    ...         a, b = heaps
    ...         for k in range(1, a + 1): yield a - k, b
    ...         for k in range(1, b + 1): yield a, b - k
    ...         for k in range(1, min(a, b) + 1): yield a - k, b - k
    >>> wythoff = Wythoff()
    >>> wythoff.nimber((3, 5)), wythoff.outcome((3, 5))
    (0, 'loss')
    >>> wythoff.table(3, 3).tolist()
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    >>> (wythoff @ (3, 8) + "kayles@7 + nim@2").solve().nimber
    10
    """

    name: str
    """What it is called in the notation: the name of the class in small letters, unless the class says otherwise."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, types: Any) -> type:
            # types are for checkers alone, and as many as one likes
            return cls

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).replace("_", "-").strip("-").lower()
            cls.name = re.sub(r"[^a-z0-9-]", "", words) or "rules"

    def __getstate__(self) -> dict[str, Any]:
        # a copy computes for itself
        return {name: value for name, value in self.__dict__.items() if name not in ("_rules", "_session")}

    @cached_property
    def _rules(self) -> _sprague.Rules:
        if not re.fullmatch(r"[a-z][a-z0-9-]*", self.name):
            raise ValueError(f"the name of a ruleset has small letters, digits and `-`, and begins with a letter, unlike {self.name!r}")
        return _sprague.Rules(self.name, self)

    @cached_property
    def _session(self) -> Session:
        from ._session import Session

        return Session(self)

    def forget(self) -> None:
        """Lets go of all that was computed, and of every position that was seen. Answers do not depend on it.

        >>> import sprague
        >>> sprague.ruleset(lambda p: range(p), name="all").forget()
        """
        for kept in ("_rules", "_session"):
            self.__dict__.pop(kept, None)

    def __matmul__(self, position: P) -> Position:
        """`rules @ position`: a position that can be added to others, as the notation writes it."""
        return self(position)

    def __call__(self, position: P) -> Position:
        """The same as `rules @ position`."""
        return Position(f"{self.name}@{self._rules.show(_plain(position))}", (self,))

    def read(self, text: str) -> P:
        """The position that stands behind the `@` in the notation.

        >>> import sprague
        >>> sprague.ruleset(lambda p: [], name="still").read("3.5")
        (3, 5)
        """
        position: P = self._rules.read(text)
        return position

    def options(self, position: P, player: str = "left") -> list[P]:
        """The positions one move away, as the engine sees them.

        >>> import sprague
        >>> sprague.ruleset(lambda p: range(p), name="all").options(3)
        [0, 1, 2]
        """
        return [to for _, to in self._rules.moves(position, player)]

    def nimber(self, position: P, **limits: Unpack[Limits]) -> int:
        """The nimber of a position. What was computed is kept for the next question.

        Raises LoopyError where play can go on for ever.
        """
        return int(self.nimbers([_plain(position)], **limits)[0])

    def nimbers(self, positions: Iterable[P], **limits: Unpack[Limits]) -> npt.NDArray[np.uint64]:
        """The nimbers of many positions, by one search."""
        if self._rules.kind != "impartial":
            raise _sprague.SpragueError(f"{self.name} is no impartial game, so its positions have no nimbers: `outcome` says who wins")
        return self._session._engine.nimbers(self.name, _plain(positions), keywords(limits))

    def outcome(self, position: P, *, play: str = "normal", first: str = "left", **limits: Unpack[Limits]) -> Outcome:
        """win, loss or draw for the player to move. `first` says who that is in a partizan game."""
        words: dict[str, Outcome] = {"N": "win", "P": "loss", "D": "draw"}
        return words[self.outcomes([_plain(position)], play=play, first=first, **limits)]

    def outcomes(self, positions: Iterable[P], *, play: str = "normal", first: str = "left", **limits: Unpack[Limits]) -> str:
        """The outcomes of many positions by one search, a letter each: P, N or D, lost, won or drawn for the player to move."""
        return self._session._engine.outcomes(self.name, _plain(positions), keywords(limits, play=play, first=first))

    def table(self, *sides: int, **limits: Unpack[Limits]) -> npt.NDArray[np.uint64]:
        """The nimbers of all tuples of numbers below `sides`, as an array of that shape; of one side, of ints."""
        positions: Any = range(sides[0]) if len(sides) == 1 else product(*map(range, sides))
        return self.nimbers(positions, **limits).reshape(sides)

    def solve(self, position: P, **options: Any) -> Answer:
        """Who wins a position, by which moves, and why: see `sprague.solve`."""
        return self(position).solve(**options)

    def value(self, position: P, **options: Any) -> Value:
        """What a partizan position is worth: see `sprague.value`."""
        return self(position).value(**options)

    def analyse(self, to: int = 40, **options: Any) -> Analysis:
        """The rows of heaps 0 to `to`: see `sprague.analyse`."""
        return self._session.analyse(self.name, to, **options)

    def graph(self, position: P, **options: Any) -> Graph:
        """The position graph: see `sprague.graph`."""
        return self(position).graph(**options)

    def plot(self, position: P | None = None, **options: Any) -> Plot:
        """A drawing: of a position, or else of the rows of heaps, or of the table up to `to=(20, 20)`: see `sprague.plot`."""
        return self._session.plot(self if position is None else self @ position, **options)

    def __repr__(self) -> str:
        return f"<ruleset {self.name}>"


def _plain(positions: Any) -> Any:
    """An array of NumPy as numbers and lists, each of which is a position."""
    return positions.tolist() if isinstance(positions, np.ndarray) else positions


class _Named(Protocol):
    """What makes a ruleset of a function, by a name that was given."""

    @overload
    def __call__(self, function: Callable[[P], Mapping[M, P]], /) -> Ruleset[P, M]: ...
    @overload
    def __call__(self, function: Callable[[P], Iterable[P]], /) -> Ruleset[P]: ...
    @overload
    def __call__(self, function: Callable[..., Any], /) -> Ruleset: ...


@overload
def ruleset(function: Callable[[P], Mapping[M, P]], /, *, name: str | None = None) -> Ruleset[P, M]: ...
@overload
def ruleset(function: Callable[[P], Iterable[P]], /, *, name: str | None = None) -> Ruleset[P]: ...
@overload
def ruleset(function: Callable[..., Any], /, *, name: str | None = None) -> Ruleset: ...
@overload
def ruleset(*, name: str) -> _Named: ...
def ruleset(function: Callable[..., Any] | None = None, /, *, name: str | None = None) -> Any:
    """The ruleset with this function for its `moves`; or for its `heap_options`, if the argument is called `n`.

    >>> import sprague
    >>> @sprague.ruleset
    ... def kayles(n):
    ...     return [(left, n - taken - left) for taken in range(1, min(n, 2) + 1) for left in range((n - taken) // 2 + 1)]
    >>> kayles.analyse(11).nimbers.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    if function is None:
        return lambda function: ruleset(function, name=name)
    if not callable(function):
        raise TypeError(f"a ruleset is made of a function, not of {function!r}")
    try:
        arguments = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        arguments = []
    kind = "heap_options" if arguments[:1] == ["n"] else "moves"
    own = name or function.__name__
    own = own if name else ("rules" if own == "<lambda>" else own.replace("_", "-").strip("-").lower())
    return type(own, (Ruleset,), {kind: staticmethod(function), "__doc__": function.__doc__, "name": own})()


def different(rulesets: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
    """Each of these rulesets once. ValueError if two have one name."""
    each = tuple(dict.fromkeys(rulesets))
    names = [ruleset.name for ruleset in each]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two rulesets are called {name}: give one of them another `name`")
    return each


class Position:
    """A sum of components of one or several rulesets. `+` adds, `-` exchanges Left and Right.

    >>> import sprague
    >>> sum = sprague.position("nim@3") + "kayles@12"
    >>> sum
    Position('nim@3 + kayles@12')
    >>> sum.solve().nimber
    7
    """

    def __init__(self, text: str, rulesets: Iterable[Ruleset] = ()) -> None:
        self.text = text
        """The position in the notation."""
        self.rulesets = different(rulesets)
        """The rulesets in Python that it needs."""

    @cached_property
    def _session(self) -> Session:
        from ._session import Session, default

        return self.rulesets[0]._session if len(self.rulesets) == 1 else Session(*self.rulesets) if self.rulesets else default()

    def __add__(self, other: Position | str) -> Position:
        other = position(other)
        return Position(f"{self.text} + {other.text}", self.rulesets + other.rulesets)

    def __radd__(self, other: Position | str | int) -> Position:
        # `sum` begins with 0, which is no position of any game
        return self if isinstance(other, int) and other == 0 else position(other) + self  # type: ignore[arg-type]

    def __neg__(self) -> Position:
        if " + " in self.text:
            raise ValueError("a sum is negated position by position: -a + -b")
        return Position(self.text.removeprefix("-") if self.text.startswith("-") else f"-{self.text}", self.rulesets)

    def __sub__(self, other: Position | str) -> Position:
        return self + -position(other)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_session"}

    def after(self, move: Move) -> Position:
        """The position after a move.

        >>> import sprague
        >>> start = sprague.position("nim@3,4,5")
        >>> start.after(start.solve().best)
        Position('nim@1,4,5')
        """
        return Position(move.to, self.rulesets)

    def solve(self, **options: Any) -> Answer:
        """Who wins, by which moves, and why: see `sprague.solve`."""
        return self._session.solve(self, **options)

    def value(self, **options: Any) -> Value:
        """What it is worth: see `sprague.value`."""
        return self._session.value(self, **options)

    def compare(self, other: Position | str, **options: Any) -> str:
        """`<`, `=`, `>` or `||`: see `sprague.compare`."""
        return (self + other)._session.compare(self, other, **options)

    def graph(self, **options: Any) -> Graph:
        """The position graph: see `sprague.graph`."""
        return self._session.graph(self, **options)

    def plot(self, **options: Any) -> Plot:
        """A drawing: see `sprague.plot`."""
        return self._session.plot(self, **options)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return (self.text, self.rulesets) == (other.text, other.rulesets)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __format__(self, how: str) -> str:
        return format(self.text, how)

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def _repr_svg_(self) -> str:
        return self.plot(kind="picture").svg


def position(text: Position | str) -> Position:
    """A position in the notation, which can be added to others.

    >>> import sprague
    >>> sprague.position("nim@3,4,5").solve().best.label
    '1: take 2'
    """
    if isinstance(text, Position):
        return text
    if not isinstance(text, str):
        raise TypeError(f"a position is text such as 'nim@3,4,5', or rules @ position, not {text!r}")
    return Position(text)

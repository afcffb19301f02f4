"""Rulesets in Python, and their positions."""

from __future__ import annotations

import inspect
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, wraps
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, overload
from unicodedata import normalize

import numpy as np
import numpy.typing as npt

from . import _sprague
from ._answers import Move, Plot
from ._limits import Kind, Limits, Play, Player, Rows, Theme, checked, count, error, keywords, text as text_of
from ._record import Outcome, picture_of

if TYPE_CHECKING:
    from typing_extensions import TypeVar, Unpack

    from ._session import Session

    P = TypeVar("P", default=Any)
    M = TypeVar("M", default=Any)
    T = TypeVar("T", bound="Position | Ruleset")
else:
    from typing import TypeVar

    # Python before 3.13 has no defaults of type variables
    P, M, T = TypeVar("P"), TypeVar("M"), TypeVar("T")


Q = ParamSpec("Q")
R = TypeVar("R")


class Drawn(Limits, total=False):
    """The keyword arguments of `plot`."""

    to: int | tuple[int, int] | None
    kind: Kind | None
    x: tuple[int, int] | None
    y: tuple[int, int] | None
    rows: Rows | None
    play: Play
    rule: str
    first: Player | None
    depth: int | None
    theme: Theme


def _sessions() -> type[Session]:
    from ._session import Session

    return Session


def _of_itself(
    method: Callable[[], Callable[Concatenate[Session, Any, Q], R]],
) -> Callable[[Callable[Concatenate[T, ...], None]], Callable[Concatenate[T, Q], R]]:
    """Returns a documented method that calls a method of `Session` with the object."""

    def made(function: Callable[Concatenate[T, ...], None]) -> Callable[Concatenate[T, Q], R]:
        @wraps(function)
        def ask(asked: T, /, *positional: Q.args, **keywords: Q.kwargs) -> R:
            return method()(asked._session, asked, *positional, **keywords)

        return ask

    return made


def _of_a_ruleset(
    method: Callable[[], Callable[Concatenate[Session, Position, Q], R]],
) -> Callable[[Callable[[Ruleset[P, M], P], None]], Callable[Concatenate[Ruleset[P, M], P, Q], R]]:
    """Returns a method like `_of_itself`, for a position of a ruleset."""

    def made(function: Callable[[Ruleset[P, M], P], None]) -> Callable[Concatenate[Ruleset[P, M], P, Q], R]:
        @wraps(function)
        def ask(rules: Ruleset[P, M], position: P, /, *positional: Q.args, **keywords: Q.kwargs) -> R:
            return method()(rules._session, rules(position), *positional, **keywords)

        return ask

    return made


class Ruleset(Generic[P, M]):
    """The rules of a game. Subclass it, or decorate a function with `ruleset`.

    A position is any value that can be hashed. Ints, strings and tuples are the fastest, and a list becomes a tuple. Define one of:

    - `moves(self, position)`: the positions one move away, as a list, a generator, or a dict from labels to positions. Both players have
      these moves, and a player who cannot move has lost;
    - `left_moves` and `right_moves`: the positions one move away for each player of a partizan game;
    - `heap_options(self, n)`: the options of one heap of n tokens, each an int or a tuple of ints below n. With it, positions are heaps
      and there are rows and periods.

    Optionally, also define:

    - `terminal_outcome(self, position)`: "win", "draw" or "loss" for the player to move if there are no moves. With `left_moves` also "left"
      or "right";
    - `terminal_score(self, position)`: the points of the player to move less those of the other if there are no moves, or with `left_moves`
      Left's less Right's. It makes rules that count points: a move may be `sprague.Move(label, to, gain=2, again=True)`, which gains 2 for
      the player who makes it, who moves again;
    - `score_bounds(self, position)`: whole numbers `(low, high)` between which the points lie that are still to come, or None;
    - `is_entailed(self, position)`: whether the player to move must move here and nowhere else in a sum. After a move that lets the same
      player move again, such a position has a pass as its only move. The value of a position is a nimber or loony;
    - `summands(self, position)`: independent parts whose sum is the position;
    - `canonical(self, position)`: the position that represents this one in tables. It must have the same options, up to this function;
    - `negative(self, position)`: a partizan position with Left and Right exchanged, or None;
    - `bounds(self, position)`: whole numbers `(low, high)` between which a partizan value lies, or None. A third number means that Left
      has an option of at least this number, and a fourth that Right has an option of at most this number. Each number may be None;
    - `estimate(self, position)`: the approximate number of moves by which Left is ahead. It determines the order in which moves are
      tried, and no answer depends on it;
    - `show(self, position)` and `parse(self, text)`: the text of a position, and the position of a text (ValueError if there is none);
    - `picture(self, position)`: rows of a board, a list of heaps, or a graph as `{"edges": [(from, to), ...]}`.

    Wrong bounds cause wrong answers, like wrong moves. A question raises the exceptions of these functions. `sprague.test` checks
    whether they obey the laws.

    For type checkers, the type is `Ruleset[Position, Move]`, with the types of positions and of labels. Both are optional.

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
    >>> class Row(sprague.Ruleset):  # take a number from an end, and gain as much
    ...     def moves(self, row):
    ...         if row: yield sprague.Move("first", row[1:], gain=row[0])
    ...         if row: yield sprague.Move("last", row[:-1], gain=row[-1])
    ...     def terminal_score(self, row): return 0
    >>> Row().solve((1, 5, 233, 7)).score
    222
    """

    name: str
    """What it is called in the notation: the name of the class in small letters, unless the class says otherwise."""

    if TYPE_CHECKING:
        # the optional methods of a ruleset, for type checkers
        def moves(self, position: P, /) -> Iterable[P | Move] | Mapping[M, P]: ...
        def left_moves(self, position: P, /) -> Iterable[P | Move] | Mapping[M, P]: ...
        def right_moves(self, position: P, /) -> Iterable[P | Move] | Mapping[M, P]: ...
        def heap_options(self, n: int, /) -> Iterable[int | tuple[int, ...]] | Mapping[M, int | tuple[int, ...]]: ...
        def terminal_outcome(self, position: P, /) -> str: ...
        def terminal_score(self, position: P, /) -> int: ...
        def score_bounds(self, position: P, /) -> tuple[int, int] | None: ...
        def is_entailed(self, position: P, /) -> bool: ...
        def summands(self, position: P, /) -> Iterable[P]: ...
        def canonical(self, position: P, /) -> P: ...
        def negative(self, position: P, /) -> P | None: ...
        def bounds(self, position: P, /) -> Iterable[int | None] | None: ...
        def estimate(self, position: P, /) -> float: ...
        def show(self, position: P, /) -> str: ...
        def parse(self, text: str, /) -> P: ...
        def picture(self, position: P, /) -> Any: ...
    else:

        def __class_getitem__(cls, types: Any) -> type:
            # types are only for checkers, and any number of them is allowed
            return cls

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = _name_of(cls.__name__)

    def __getstate__(self) -> dict[str, Any]:
        slots = {name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(self, name)}
        # a copy has its own results
        return {name: getattr(self, name) for name in (*self.__dict__, *slots) if name not in ("_rules", "_session")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    @cached_property
    def _rules(self) -> _sprague.Rules:
        if not isinstance(self.name, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", self.name):
            raise ValueError(f"the name of a ruleset has small letters, digits and `-`, and begins with a letter, unlike {self.name!r}")
        return _sprague.Rules(self.name, self)

    @cached_property
    def _session(self) -> Session:
        from ._session import Session

        return Session(self)

    def forget(self) -> None:
        """Drops all results and all positions that were seen. Answers do not change.

        >>> import sprague
        >>> sprague.ruleset(lambda p: range(p), name="all").forget()
        """
        for kept in ("_rules", "_session"):
            self.__dict__.pop(kept, None)

    def __matmul__(self, position: P) -> Position:
        """Returns a position that can be added to others, from `rules @ position` as in the notation."""
        return self(position)

    def __call__(self, position: P) -> Position:
        """Returns the same as `rules @ position`."""
        rules, position = self._rules, _plain(position)
        rules.show(position)  # an object that cannot be formatted is not a position
        return Position._sum((_Own("", self, (rules.seen(position),)),), (self,))

    @checked
    def read(self, text: str) -> P:
        """Parses a position, given as the text after the `@` in the notation.

        >>> import sprague
        >>> sprague.ruleset(lambda p: [], name="still").read("3.5")
        (3, 5)
        """
        position: P = self._rules.read(text)
        return position

    @checked
    def options(self, position: P, player: Player = "left") -> list[P]:
        """Returns the positions one move away, in the form that the engine uses.

        >>> import sprague
        >>> sprague.ruleset(lambda p: range(p), name="all").options(3)
        [0, 1, 2]
        """
        return [to for _, to in self._rules.moves(position, player)]

    def nimber(self, position: P, **limits: Unpack[Limits]) -> int:
        """Returns the nimber of a position. Results are kept for later questions.

        Raises LoopyError if play may be endless.
        """
        return int(self.nimbers([_plain(position)], **limits)[0])

    def nimbers(self, positions: Iterable[P], **limits: Unpack[Limits]) -> npt.NDArray[np.uint64]:
        """Returns the nimbers of many positions, computed by one search."""
        if self._rules.kind != "impartial":
            raise _sprague.SpragueError(f"{self.name} is no impartial game, so its positions have no nimbers: `outcome` says who wins")
        return self._session._engine.nimbers(self.name, _several(positions), keywords(limits))

    @checked
    def outcome(self, position: P, *, play: Play = "normal", first: Player = "left", **limits: Unpack[Limits]) -> Outcome:
        """Returns win, loss or draw for the player to move, who is `first` in a partizan game."""
        words: dict[str, Outcome] = {"N": "win", "P": "loss", "D": "draw"}
        return words[self.outcomes([_plain(position)], play=play, first=first, **limits)]

    @checked
    def outcomes(self, positions: Iterable[P], *, play: Play = "normal", first: Player = "left", **limits: Unpack[Limits]) -> str:
        """Returns the outcomes of many positions, computed by one search. The letters are P, N or D: lost, won or drawn for the player
        to move.
        """
        return self._session._engine.outcomes(self.name, _several(positions), keywords(limits, play=play, first=first))

    def table(self, *sides: int, **limits: Unpack[Limits]) -> npt.NDArray[np.uint64]:
        """Returns the nimbers of all tuples of numbers below `sides`, as an array of this shape. With one side, positions are ints."""
        each = [count("a side", side) for side in sides]
        positions: Any = range(each[0]) if len(each) == 1 else product(*map(range, each))
        return self.nimbers(positions, **limits).reshape(each)

    @_of_a_ruleset(lambda: _sessions().solve)
    def solve(self, position: P) -> None:
        """Returns the outcome of a position, the winning moves, and the reason: see `sprague.solve`."""

    @_of_a_ruleset(lambda: _sessions().value)
    def value(self, position: P) -> None:
        """Returns the value of a partizan position: see `sprague.value`."""

    @_of_itself(lambda: _sessions().analyse)
    def analyse(self, to: int = 40) -> None:
        """Returns the rows of the heaps 0 to `to`: see `sprague.analyse`."""

    @_of_a_ruleset(lambda: _sessions().graph)
    def graph(self, position: P) -> None:
        """Returns the position graph: see `sprague.graph`."""

    def plot(self, position: P | None = None, **options: Unpack[Drawn]) -> Plot:
        """Draws a position. Without a position, draws the rows of heaps, or the table up to `to=(20, 20)`: see `sprague.plot`."""
        return self._session.plot(self if position is None else self @ position, **options)

    def __repr__(self) -> str:
        return f"<ruleset {self.name}>"


def _name_of(name: str) -> str:
    """Returns the name of a class or a function as a name in the notation.

    >>> _name_of("ToadsAndFrogs"), _name_of("Émile"), _name_of("<lambda>")
    ('toads-and-frogs', 'emile', 'rules')
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", normalize("NFKD", name)).replace("_", "-").lower()
    return re.sub(r"[^a-z0-9-]", "", words.replace("<lambda>", "")).lstrip("-0123456789").rstrip("-") or "rules"


def _several(positions: Any) -> Any:
    """Returns an iterable of positions."""
    if not hasattr(positions, "__iter__"):
        raise error(positions, "positions", "a list of positions", TypeError)
    return _plain(positions)


def _plain(positions: Any) -> Any:
    """Converts an array of NumPy to numbers and lists, each of which is a position."""
    return positions.tolist() if isinstance(positions, np.ndarray) else positions


class _Named(Protocol):
    """A decorator that builds a ruleset from a function, with a given name."""

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
    """Returns a ruleset with this function as its `moves`, or as its `heap_options` if the argument has the name `n`.

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
    return _Function(function, name)


class _Function(Ruleset):
    """A ruleset that consists of one function."""

    def __init__(self, function: Callable[..., Any], name: str | None) -> None:
        try:
            arguments = list(inspect.signature(function).parameters)
        except (TypeError, ValueError):
            arguments = []
        own = getattr(function, "func", function)  # the function in a `functools.partial`
        self.name = _name_of(getattr(own, "__name__", "")) if name is None else name
        self._kind = "heap_options" if arguments[:1] == ["n"] else "moves"
        setattr(self, self._kind, function)
        self.__doc__ = function.__doc__

    def __reduce__(self) -> tuple[Any, ...]:
        function = getattr(self, self._kind)
        path = getattr(function, "__qualname__", "")
        try:
            there = attrgetter(path)(sys.modules[function.__module__])
        except (AttributeError, KeyError, ValueError):
            there = None
        if isinstance(there, Ruleset) and getattr(there, self._kind, there) == function:
            # after decoration, the ruleset has the name of its function, which pickle then finds
            function.__qualname__ = f"{path}.{self._kind}"
        return _Function, (function, self.name)


def is_same(one: Ruleset, other: Ruleset) -> bool:
    """Returns whether these are the same rules: one object, or a copy."""
    if one is other or type(one) is not type(other):
        return one is other
    states = one.__getstate__(), other.__getstate__()
    try:
        return bool(states[0] == states[1])
    except Exception:
        pass
    try:
        # arrays, for example, are compared cell by cell
        return pickle.dumps(states[0]) == pickle.dumps(states[1])
    except Exception:
        return False


def different(rulesets: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
    """Returns each of these rulesets once. Raises ValueError if two have the same name."""
    each: dict[str, Ruleset] = {}
    for ruleset in rulesets:
        if not isinstance(ruleset, Ruleset):
            is_class = isinstance(ruleset, type) and issubclass(ruleset, Ruleset)
            instead = f"{ruleset.__name__}()" if is_class else "sprague.ruleset(function)"
            raise error(ruleset, "a ruleset", f"an object such as {instead}", TypeError)
        if not is_same(ruleset, each.setdefault(ruleset.name, ruleset)):
            raise ValueError(f"two rulesets are called {ruleset.name}: give one of them another `name`")
    return tuple(each.values())


class _Own(NamedTuple):
    """A term of a sum with positions of one ruleset in Python, which are formatted when a question is asked."""

    sign: str
    ruleset: Ruleset
    positions: tuple[Any, ...]


class Position:
    """A sum of components of one or several rulesets. `+` adds positions, and `-` exchanges Left and Right.

    >>> import sprague
    >>> sum = sprague.position("nim@3") + "kayles@12"
    >>> sum
    Position('nim@3 + kayles@12')
    >>> sum.solve().nimber
    7
    """

    def __init__(self, text: str, rulesets: Iterable[Ruleset] = ()) -> None:
        self.rulesets = different(rulesets)
        """The rulesets in Python that it needs."""
        whole = text_of("a position", text)
        self._terms: tuple[str | _Own, ...] = tuple(map(self._term, _sprague.terms(whole))) if self.rulesets else (whole,)

    @classmethod
    def _sum(cls, terms: tuple[str | _Own, ...], rulesets: Iterable[Ruleset]) -> Position:
        total = cls.__new__(cls)
        total._terms, total.rulesets = terms, different(rulesets)
        return total

    def _term(self, term: tuple[str, str, list[str]]) -> str | _Own:
        """Returns a term that was parsed. It is text unless it has positions of a ruleset in Python."""
        sign, family, components = term
        for ruleset in self.rulesets:
            if ruleset.name == family and components:
                try:
                    return _Own(sign, ruleset, tuple(map(ruleset.read, components)))
                except _sprague.NotationError:
                    break  # the question will report the error
        return _text_of(term)

    @property
    def text(self) -> str:
        """The position in the notation."""
        return self._written([(ruleset, ruleset._rules) for ruleset in self.rulesets])

    def _written(self, known: list[tuple[Ruleset, _sprague.Rules]]) -> str:
        """Returns the position as text for the rules of a session."""

        def of(term: str | _Own) -> str:
            if isinstance(term, str):
                return term
            rules = next(rules for ruleset, rules in known if is_same(ruleset, term.ruleset))
            return f"{term.sign}{rules.name}@{','.join(map(rules.show, term.positions))}"

        return " + ".join(map(of, self._terms))

    @cached_property
    def _session(self) -> Session:
        from ._session import Session, default

        return self.rulesets[0]._session if len(self.rulesets) == 1 else Session(*self.rulesets) if self.rulesets else default()

    def __add__(self, other: Position | str | int) -> Position:
        if isinstance(other, int) and other == 0:
            return self  # `sum` starts with 0, which is not a position
        other = position(other)  # type: ignore[arg-type]
        return Position._sum(self._terms + other._terms, self.rulesets + other.rulesets)

    def __radd__(self, other: Position | str | int) -> Position:
        return self if isinstance(other, int) and other == 0 else position(other) + self  # type: ignore[arg-type]

    def __neg__(self) -> Position:
        def negative(term: str | _Own) -> str | _Own:
            if isinstance(term, str):
                return " + ".join(_text_of(("" if sign else "-", family, components)) for sign, family, components in _sprague.terms(term))
            return term._replace(sign="" if term.sign else "-")

        return Position._sum(tuple(map(negative, self._terms)), self.rulesets)

    def __sub__(self, other: Position | str | int) -> Position:
        return self if isinstance(other, int) and other == 0 else self + -position(other)  # type: ignore[arg-type]

    def __rsub__(self, other: Position | str | int) -> Position:
        return -self if isinstance(other, int) and other == 0 else position(other) - self  # type: ignore[arg-type]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_session"}

    def after(self, move: Move) -> Position:
        """Returns the position after a move.

        >>> import sprague
        >>> start = sprague.position("nim@3,4,5")
        >>> start.after(start.solve().best)
        Position('nim@1,4,5')
        """
        return Position(move.to, self.rulesets)

    @_of_itself(lambda: _sessions().solve)
    def solve(self) -> None:
        """Returns the outcome, the winning moves, and the reason: see `sprague.solve`."""

    @_of_itself(lambda: _sessions().value)
    def value(self) -> None:
        """Returns the value: see `sprague.value`."""

    @_of_itself(lambda: _sessions().compare)
    def compare(self, right: Position | str) -> None:
        """Returns `<`, `=`, `>` or `||`: see `sprague.compare`."""

    @_of_itself(lambda: _sessions().graph)
    def graph(self) -> None:
        """Returns the position graph: see `sprague.graph`."""

    @_of_itself(lambda: _sessions().plot)
    def plot(self) -> None:
        """Draws the position: see `sprague.plot`."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            known = [(ruleset, ruleset._rules) for ruleset in self.rulesets]
            are_same = len(self.rulesets) == len(other.rulesets) and all(map(is_same, self.rulesets, other.rulesets))
            return are_same and self._written(known) == other._written(known)
        return NotImplemented

    def __hash__(self) -> int:
        # a copy may number objects in another order
        own = tuple((term.ruleset.name, term.positions) for term in self._terms if isinstance(term, _Own))
        return hash(own or self.text)

    def __str__(self) -> str:
        return self.text

    def __format__(self, how: str) -> str:
        return format(self.text, how)

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def _repr_svg_(self) -> str | None:
        return picture_of(lambda: self.plot(kind="picture"))


def _text_of(term: tuple[str, str, list[str]]) -> str:
    sign, family, components = term
    return f"{sign}{family}@{','.join(components)}" if components else sign + family


def position(text: Position | str) -> Position:
    """Returns a position in the notation, which can be added to others.

    >>> import sprague
    >>> sprague.position("nim@3,4,5").solve().best.label
    '1: take 2'
    """
    if isinstance(text, Position):
        return text
    if not isinstance(text, str):
        raise error(text, "a position", "text such as 'nim@3,4,5', or rules @ position", TypeError)
    return Position(text_of("a position", text))

"""A game as environments and matches see it: positions by the rules alone, a fixed list of actions, and observations."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from .. import _sprague
from .._limits import Play, Player
from .._rulesets import Position, position
from .._session import default

if TYPE_CHECKING:
    from typing_extensions import Unpack

SIDES: tuple[Player, Player] = ("left", "right")
WORTH = {"win": 1, "draw": 0, "loss": -1}

# the planes of an observation: whose piece it is, and last whether the player who starts is to move
PLANES = {"left": 0, "right": 1, "free": 2, "blocked": 3, "other": 4, "to move": 5}

# a board gets the actions of its squares if they are at most this many
MOST_OF_SQUARES = 5000

# the number of positions at which the labels of a board are looked at
LOOKED_AT = 100

# the number of positions that are kept
KEPT = 2**15


class Step(NamedTuple):
    """A legal move."""

    label: str
    to: str
    again: bool
    gain: int
    words: str


class Place:
    """What the rules say about a position: its moves, or how play has ended."""

    __slots__ = ("drawn", "legal", "pictures", "score", "steps", "worth")

    def __init__(self, told: dict[str, Any]) -> None:
        self.steps = tuple(
            Step(move["move"], move["to"], move.get("again") or False, move.get("gain") or 0, move["text"]) for move in told["moves"]
        )
        self.pictures = [component["picture"] for component in told["components"]]
        over = told.get("over")
        # for the player who cannot move
        self.worth = WORTH[over["outcome"]] if over else None
        self.score = over.get("score") if over else None
        # caches of observations and of legal actions
        self.drawn: dict[Any, Any] = {}
        self.legal: dict[int, Step] | None = None


class Rules(TypedDict, total=False):
    """How a game is played, and which actions it has.

    A play of `longest` moves (1,000 by default) ends as a draw. Up to `explore` positions (20,000) are explored for the list of actions.
    If `actions` is given, actions are ranks in the list of legal moves, and this is their number.
    """

    play: Play
    first: Player
    longest: int
    explore: int
    actions: int | None


GAMES: WeakValueDictionary[Any, Game] = WeakValueDictionary()


def _game_of(start: Position, rules: Rules) -> Game:
    """Returns the game of a copy, which shares what is known about positions."""
    return GAMES.get((start, repr(rules))) or Game(start, **rules)


class Game:
    """The rules of a game that starts at a position. Player 0 starts."""

    def __init__(self, start: Position | str, **rules: Unpack[Rules]) -> None:
        start = position(start)
        self._key = start, rules
        GAMES[start, repr(rules)] = self
        session = start._session if start.rulesets else default()
        self._engine, (text,) = session._of(start)
        self.rulesets = start.rulesets
        self.play, self.longest = rules.get("play", "normal"), rules.get("longest", 1000)
        self._places: dict[tuple[str, Player | None], Place] = {}
        self.is_scored = False
        told = self.ask("board", {"position": text})
        self.is_scored = "points" in told
        self.first = rules.get("first", "left") if "first" in told else None
        self.start: str = told["position"]
        self.family: str = told["components"][0]["family"]
        self.look: dict[str, Any] = told["components"][0]["look"]
        self.is_own = bool(start.rulesets) or self.start.startswith((".", "/", '"', "exec:"))

    def __reduce__(self) -> Any:
        return _game_of, self._key

    def ask(self, question: str, told: dict[str, Any], engine: Any = None) -> dict[str, Any]:
        """Returns the answer to a question about this game, of its own engine unless another one is given."""
        play = {} if self.is_scored else {"play": self.play}
        found: dict[str, Any] = json.loads((engine or self._engine).ask(question, {**told, **play}))
        return found

    def side(self, mover: int) -> Player | None:
        """Returns Left or Right for the player to move, in a partizan game."""
        return None if self.first is None else SIDES[(SIDES.index(self.first) + mover) % 2]

    def place(self, text: str, mover: int) -> Place:
        """Returns what the rules say about a position."""
        key = text, self.side(mover)
        found = self._places.get(key)
        if found is None:
            told = self.ask("board", {"position": text, **self.starter(mover)})
            if told["moves_cut"]:
                raise _sprague.SpragueError(f"{text} has more moves than are listed ({len(told['moves'])})")
            if len(self._places) >= KEPT:
                # positions at the start of the game come back soonest, and they were kept first
                for old in list(islice(reversed(self._places), KEPT // 2)):
                    del self._places[old]
            found = self._places[key] = Place(told)
        return found

    def starter(self, mover: int) -> dict[str, Any]:
        """Returns the argument of a question that says who moves."""
        side = self.side(mover)
        return {} if side is None else {"first": side}

    def reached(self, most: int) -> Iterator[Place]:
        """Returns an iterator over the positions that can be reached, nearest first, and at most `most`."""
        seen = {(self.start, self.side(0))}
        queue = deque([(self.start, 0)])
        while queue and most:
            text, mover = queue.popleft()
            place = self.place(text, mover)
            most -= 1
            yield place
            for step in place.steps:
                then = mover if step.again else 1 - mover
                key = step.to, self.side(then)
                if key not in seen:
                    seen.add(key)
                    queue.append((step.to, then))
        if queue:
            raise Unexplored

    @cached_property
    def actions(self) -> Actions:
        """The list of all actions."""
        return Actions(self, self._key[1].get("explore", 20_000), self._key[1].get("actions"))

    def drawing(self, text: str, mover: int) -> str:
        """Returns the notation of a position, whose turn it is, and its boards."""
        boards = (picture["rows"] for picture in self.place(text, mover).pictures if picture and picture["kind"] == "cells")
        return "\n".join([text, f"to move: {self.side(mover) or f'player {mover}'}", *chain.from_iterable(boards)])


class Unexplored(Exception):
    """More positions can be reached than were to be explored."""


class Actions:
    """A fixed list of actions. An action is a label, or a rank in the list of legal moves if labels cannot be listed."""

    def __init__(self, game: Game, explore: int, ranks: int | None) -> None:
        self.game = game
        self.labels: list[str] = []
        self.most_gain = 0
        if ranks is None and not game.is_own:
            self.labels = _of_squares(game)
        if not self.labels:
            try:
                for place in game.reached(explore):
                    self.labels += [step.label for step in place.steps]
                    self.most_gain = max([self.most_gain, *(abs(step.gain) for step in place.steps)])
                self.labels = [] if ranks else list(dict.fromkeys(self.labels))
            except Unexplored:
                # a position may have more moves than those that were explored
                ranks, self.labels = ranks or 2 * max(len(place.steps) for place in game._places.values()), []
        self.are_ranks = not self.labels
        self.number = max(1, ranks or 0 if self.are_ranks else len(self.labels))
        self._index = {label: index for index, label in enumerate(self.labels)}

    def legal(self, text: str, mover: int) -> dict[int, Step]:
        """Returns the legal moves by their actions, in ascending order."""
        place = self.game.place(text, mover)
        if place.legal is None:
            actions: Any = range(len(place.steps)) if self.are_ranks else [self._index.get(step.label, self.number) for step in place.steps]
            if max(actions, default=0) >= self.number:
                raise _sprague.SpragueError(f"{text} has a move that is not in the list of {self.number} actions: set actions=")
            place.legal = dict(sorted(zip(actions, place.steps, strict=True)))
        return place.legal


def _of_squares(game: Game) -> list[str]:
    """Returns the labels that a board can have, from those of its first positions: every square in place of every other.

    Returns an empty list for what is not one board, or has too many labels.
    """
    place = game.place(game.start, 0)
    if len(place.pictures) != 1 or not place.pictures[0] or place.pictures[0]["kind"] != "cells":
        return []
    rows, base, is_strip = place.pictures[0]["rows"], game.look["base"], game.look["strip"]
    at = [(base + row, base + column) for row in range(len(rows)) for column in range(len(rows[0]))]
    squares = [str(column) if is_strip else f"{row}.{column}" for row, column in at]
    token = re.compile(r"\d+" if is_strip else r"\d+\.\d+")
    forms: dict[str, None] = {}
    try:
        for place in game.reached(LOOKED_AT):
            for step in place.steps:
                if not set(token.findall(step.label)) <= set(squares):
                    return []
                forms[token.sub("{}", step.label)] = None
    except Unexplored:
        pass
    if sum(len(squares) ** form.count("{}") for form in forms) > MOST_OF_SQUARES:
        return []
    # no move goes to the square it comes from, but an amazon may burn the square that it left
    each = (form.format(*filling) for form in forms for filling in product(squares, repeat=form.count("{}")) if filling[:1] != filling[1:2])
    return list(dict.fromkeys(each))


class State:
    """A play: its position, who is to move, the points so far, and the moves that were made."""

    __slots__ = ("game", "is_stopped", "line", "mover", "points", "text")

    def __init__(self, game: Game) -> None:
        self.game, self.text, self.mover = game, game.start, 0
        self.points = [0, 0]
        self.line: list[str] = []
        self.is_stopped = False

    @property
    def place(self) -> Place:
        return self.game.place(self.text, self.mover)

    @property
    def legal(self) -> dict[int, Step]:
        """The legal moves by their actions."""
        return self.game.actions.legal(self.text, self.mover)

    def make(self, step: Step) -> None:
        self.points[self.mover] += step.gain
        self.line.append(step.label)
        self.text = step.to
        if not step.again:
            self.mover = 1 - self.mover
        self.is_stopped = len(self.line) >= self.game.longest and bool(self.place.steps)

    @property
    def is_over(self) -> bool:
        """Whether no move is left, or play was too long."""
        return self.is_stopped or not self.place.steps

    def result(self) -> int:
        """Returns what player 0 has won at the end: 1, 0 or -1, or the difference of the points."""
        if self.is_stopped:
            return 0
        sign = 1 if self.mover == 0 else -1
        if self.game.is_scored:
            return self.points[0] - self.points[1] + sign * (self.place.score or 0)
        return sign * (self.place.worth or 0)


class Observer:
    """Observations of a kind, with their shape. `kind` is planes, heaps or text.

    Text is the drawing as bytes in UTF-8 with zeros after it, because spaces of text are not for arrays.
    """

    def __init__(self, game: Game, kind: str | None) -> None:
        self.game, place = game, game.place(game.start, 0)
        kinds = [picture and picture["kind"] for picture in place.pictures]
        suit = [*(["planes"] if kinds == ["cells"] else []), *(["heaps"] if set(kinds) == {"heaps"} else []), "text"]
        self.kind = kind or suit[0]
        self.shape: tuple[int, ...]
        self.high = 1
        self.dtype: np.dtype[Any] = np.dtype(np.uint8)
        if self.kind not in suit:
            raise ValueError(f"observe: {' and '.join(suit)} suit {game.start}, not {self.kind!r}")
        if self.kind == "planes":
            rows = place.pictures[0]["rows"]
            self.shape = len(rows), len(rows[0]), len(PLANES)
            self._table = np.zeros((256, len(PLANES)), np.uint8)
            pieces = {".": "free", "#": "blocked", **game.look.get("pieces", {})}
            for sign in range(256):
                self._table[sign, PLANES.get(pieces.get(chr(sign), "other"), PLANES["other"])] = 1
        elif self.kind == "heaps":
            # a heap that splits leaves at most as many heaps as it has tokens
            heaps = [heap for picture in place.pictures for heap in picture["heaps"]]
            may_split = any("leave" in step.words or "split" in step.words for step in place.steps)
            self.shape = (max(1, len(heaps), sum(heaps) if may_split else 0),)
            self.high, self.dtype = max(1, sum(heaps)), np.dtype(np.int64)
        else:
            self.shape, self.high = (4 * len(game.drawing(game.start, 0).encode()),), 255

    def of(self, text: str, mover: int) -> npt.NDArray[Any]:
        """Returns the observation of a position."""
        drawn = self.game.place(text, mover).drawn
        if (self.kind, mover) not in drawn:
            drawn[self.kind, mover] = self._drawn(text, mover, self.game.place(text, mover))
        found: npt.NDArray[Any] = drawn[self.kind, mover].copy()
        return found

    def _drawn(self, text: str, mover: int, place: Place) -> npt.NDArray[Any]:
        if self.kind == "planes":
            signs = np.frombuffer("".join(place.pictures[0]["rows"]).encode("latin-1", "replace"), np.uint8)
            planes = self._table[signs].reshape(self.shape)
            planes[:, :, PLANES["to move"]] = mover == 0
            return planes
        if self.kind == "heaps":
            numbers = [heap for picture in place.pictures for heap in picture["heaps"]]
        else:
            numbers = list(self.game.drawing(text, mover).encode())
        if len(numbers) > self.shape[0]:
            raise _sprague.SpragueError(f"{text} does not fit an observation of {self.shape[0]} numbers")
        return np.array(numbers + [0] * (self.shape[0] - len(numbers)), self.dtype)

"""Games that nobody has seen, drawn from grammars whose solution is exact and cheap."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .._rulesets import Position, Ruleset, position
from .._sprague import SpragueError
from ._game import Game
from ._judge import Judgement, judged
from ._match import Turn, play

# games between a random player and a perfect one that measure how often the random one wins
TRIED = 20

# the number of drafts before a game is given up
DRAFTS = 200

# the limit for a question about a draft, so that invented games are cheap
CHEAP = 10**5


class Invention(NamedTuple):
    """An invented game: its rules in plain words, a start, every move of it with its regret, a perfect play in words, and the share of
    games that a random player wins against a perfect one when they start in turn.
    """

    kind: str
    rules: str
    start: Position
    moves: Judgement
    example: list[str]
    random_wins: float

    @property
    def position(self) -> str:
        """The start in the notation."""
        return self.start.text


class Captures(Ruleset[str]):
    """A board on which a stone moves by one of some steps onto a stone of the other player, which it captures."""

    def __init__(self, steps: tuple[tuple[int, int], ...]) -> None:
        self.steps = steps

    def left_moves(self, board: str) -> dict[str, str]:
        return dict(self._moves(board, "x", "o", 1))

    def right_moves(self, board: str) -> dict[str, str]:
        # Right sees the board from the other side
        return dict(self._moves(board, "o", "x", -1))

    def _moves(self, board: str, own: str, other: str, sign: int) -> Iterator[tuple[str, str]]:
        rows = board.split("/")
        for row, column in ((r, c) for r in range(len(rows)) for c in range(len(rows[0])) if rows[r][c] == own):
            for down, right in self.steps:
                to, across = row + sign * down, column + sign * right
                if 0 <= to < len(rows) and 0 <= across < len(rows[0]) and rows[to][across] == other:
                    after = [list(cells) for cells in rows]
                    after[row][column], after[to][across] = ".", own
                    yield f"{row + 1}.{column + 1}-{to + 1}.{across + 1}", "/".join("".join(cells) for cells in after)

    def picture(self, board: str) -> list[str]:
        return board.split("/")


LAST = "Players move in turn, and whoever cannot move has lost."


def _below(rng: random.Random, n: int) -> int:
    # `random` alone is the same in every version of Python
    return int(rng.random() * n)


def _some(rng: random.Random, all: list[Any], number: int) -> list[Any]:
    return sorted(sorted(all, key=lambda _: rng.random())[:number])


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _subtraction(rng: random.Random) -> tuple[str, str]:
    amounts = _some(rng, list(range(1, 12)), 2 + _below(rng, 3))
    heaps = [5 + _below(rng, 21) for _ in range(3)]
    rules = f"There are {len(heaps)} heaps of stones. A move takes {_either([str(a) for a in amounts])} stones from one heap. {LAST}"
    return f"subtraction:{','.join(map(str, amounts))}@{','.join(map(str, heaps))}", rules


# by the bits of a digit: what a move that takes stones may leave of the heap
LEAVES = ["nothing", "one heap that is not empty", "two heaps that are not empty"]


def _take_and_break(rng: random.Random) -> tuple[str, str]:
    digits = [_below(rng, 8) for _ in range(2 + _below(rng, 2))]
    if not any(digit & 6 for digit in digits):
        digits[0] |= 4
    while not digits[-1]:
        digits.pop()
    heaps = [8 + _below(rng, 13) for _ in range(2)]
    left = [_either([words for bit, words in enumerate(LEAVES) if digit >> bit & 1]) for digit in digits if digit]
    taken = [n for n, digit in enumerate(digits, 1) if digit]
    each = [f"take {n} from one heap and leave {words} of it" for n, words in zip(taken, left, strict=True)]
    rules = f"There are {len(heaps)} heaps of stones. In a move, {_either(each)}. {LAST}"
    return f"octal:0.{''.join(map(str, digits))}@{','.join(map(str, heaps))}", rules


BOARD = "The board has {r} rows of {c} squares"
BASES = {
    "domineering@{r}x{c}": f"{BOARD}. Left starts, and covers two free squares one above the other, Right two side by side.",
    "clobber@{r}x{c}": f"{BOARD}, with stones of Left, who starts, and of Right like the colours of a chessboard, Left's at the top left. "
    "A stone moves onto a neighbouring stone of the other player, across or down, and captures it.",
    "kayles@{h}": "There is a row of {h} pins. A move knocks down one pin, or two that were neighbours from the start.",
}
MODIFIERS = {
    "impartial:": ("domineering clobber", "Both players may make the moves of Left and those of Right."),
    "dicotic:": ("domineering", "A player may move only while the other could move in the same part of the board, too."),
    "pass:": ("kayles domineering", "Once in the whole game, one of the players may pass instead of moving."),
}


def _modifier(rng: random.Random) -> tuple[str, str]:
    modifier = list(MODIFIERS)[_below(rng, len(MODIFIERS))]
    fitting, change = MODIFIERS[modifier]
    base = [text for text in BASES if text.split("@")[0] in fitting.split()]
    text = base[_below(rng, len(base))]
    size = {"r": 2 + _below(rng, 2), "c": 3 + _below(rng, 2), "h": 7 + _below(rng, 10)}
    return modifier + text.format(**size), f"{BASES[text].format(**size)} {change} {LAST}"


GRAPHS = {
    "node-kayles": "A move takes a point and all points that are joined to it.",
    "arc-kayles": "A move takes a line with both its points and all other lines at these points.",
}


def _graph(rng: random.Random) -> tuple[str, str]:
    family = list(GRAPHS)[_below(rng, len(GRAPHS))]
    points = 7 + _below(rng, 3)
    # each point is joined to an earlier one, so that the graph is in one piece
    edges = {(1 + _below(rng, at - 1), at) for at in range(2, points + 1)}
    edges |= {tuple(_some(rng, list(range(1, points + 1)), 2)) for _ in range(3)}
    lines = [f"{a}-{b}" for a, b in sorted(edges)]
    rules = f"Points 1 to {points} are joined by the lines {', '.join(lines)}. {GRAPHS[family]} {LAST}"
    return f"{family}@{'.'.join(lines)}", rules


def _captures(rng: random.Random) -> tuple[Position, str]:
    all_steps = [(down, right) for down in range(-2, 3) for right in range(-2, 3) if (down, right) != (0, 0)]
    steps = tuple(_some(rng, all_steps, 3))
    rows, columns = 3, 3 + _below(rng, 2)
    signs = ["xo"[(at // columns + at) % 2 if rng.random() < 0.8 else _below(rng, 2)] for at in range(rows * columns)]
    board = "/".join("".join(signs[at : at + columns]) for at in range(0, rows * columns, columns))
    named = [((down, "down", "up"), (right, "right", "left")) for down, right in steps]
    ways = [" and ".join(f"{abs(n)} {one if n > 0 else other}" for n, one, other in step if n) for step in named]
    rules = (
        f"The board {board} is given row by row. Left, who starts, has the stones x, Right has o. Left moves a stone {_either(ways)} "
        f"onto a stone of Right, which is removed. Right does the same, seen from the opposite side of the board: up for down, left for "
        f"right. {LAST}"
    )
    return Captures(steps) @ board, rules


KINDS: dict[str, Callable[[random.Random], tuple[Position | str, str]]] = {
    "subtraction": _subtraction,
    "take-and-break": _take_and_break,
    "modifier": _modifier,
    "graph": _graph,
    "captures": _captures,
}


def invent(seed: int, *, kind: str = "take-and-break", most_random_wins: float = 0.25) -> Invention:
    """Returns a game that nobody has seen: rules in words, a position, its best moves, and an example of play.

    The kind is subtraction, take-and-break, modifier, graph or captures. The position is won, and some of its moves are wrong. A random
    player wins at most the share `most_random_wins` of 20 games against a perfect one.

    >>> from sprague import learn
    >>> learn.invent(5, kind="subtraction").position
    'subtraction:2,8,10,11@13,14,8'
    """
    if kind not in KINDS:
        raise ValueError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    rng = random.Random(f"invent {kind} {seed}")
    for _ in range(DRAFTS):
        start, rules = KINDS[kind](rng)
        game = Game(start)
        moves = judged(game, game.start, 0, CHEAP)
        if not any(move.regret == 0 and move.outcome == "win" for move in moves) or not any(move.regret for move in moves):
            continue

        def right(turn: Turn, game: Game = game) -> int:
            judgement = judged(game, turn.position, turn.player, CHEAP)
            return next((at for at, move in enumerate(judgement) if move.regret == 0), 0)

        match = play("random", right, game, games=TRIED, seed=seed, seconds=None, limit_positions=CHEAP)
        if match.wins > most_random_wins * TRIED:
            continue
        example = play(right, right, game, games=1, seconds=None, limit_positions=CHEAP)
        return Invention(kind, rules, position(start), moves, example.games[0]["words"], match.wins / TRIED)
    raise SpragueError(f"none of {DRAFTS} drafts of kind {kind} was hard enough for a random player: raise most_random_wins")

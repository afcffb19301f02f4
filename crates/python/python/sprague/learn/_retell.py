"""A position in other words, to test whether somebody reasons or remembers."""

from __future__ import annotations

import random
import re
from importlib.resources import files
from typing import Any

from .._sprague import SpragueError
from ._game import Game, Place, Step


class Unread(ValueError):
    """A reply that is not exactly one of the legal moves."""


class Retelling:
    """A position in other words, with the legal moves in these words."""

    def __init__(self, text: str, moves: dict[str, Step]) -> None:
        self._moves = moves
        self.text = text
        """The rules, the position, and how to reply."""

    @property
    def replies(self) -> list[str]:
        """The legal replies, one for each move."""
        return list({step.label: reply for reply, step in reversed(self._moves.items())}.values())[::-1]

    def read(self, reply: str) -> str:
        """Returns the label of the move that a reply names. Raises `Unread` if it is not exactly one legal move.

        Capitals, repeated blanks and a full stop at the end do not count.
        """
        plain = " ".join(reply.lower().split()).removesuffix(".")
        if plain not in self._moves:
            raise Unread(f"not a legal move in the words of the task: {reply[:200]!r}")
        return self._moves[plain].label

    def __str__(self) -> str:
        return self.text


def words() -> dict[str, dict[str, Any]]:
    """Returns the rules of the rulesets, and the words of all styles."""
    import tomllib  # from Python 3.11 on

    return tomllib.loads(files(__package__).joinpath("retell.toml").read_text(encoding="utf-8"))


def retell(start: str, *, style: str = "kitchen", seed: int = 1) -> Retelling:
    """Returns a position in other words, which can read the reply. It knows nim, subtraction:SET, kayles, cram, domineering and clobber.

    The style is kitchen, garden, library, harbour, classroom or workshop. Names are drawn by `seed`.

    >>> from sprague import learn
    >>> learn.retell("nim@3,4,5", style="kitchen", seed=5).read("Take 2 from the yellow jar.")
    '3: take 2'
    """
    known = words()
    rules = known.pop("rules")
    if style not in known:
        raise ValueError(f"style is one of {', '.join(known)}, not {style!r}")
    rng = random.Random(f"retell {style} {seed}")
    game = Game(start)
    place, name, terms = game.place(game.start, 0), game.family.split(":")[0], known[style]
    if name not in rules or not place.steps or len(place.pictures) > len(terms["heaps"]):
        raise SpragueError(f"{game.start} cannot be told in other words: a position of {', '.join(rules)} in which play is not over")
    if place.pictures[0]["kind"] == "cells":
        scene, moves = _board(place, terms, rng, " to " if name == "clobber" else " and ")
    else:
        scene, moves = _heaps(place, terms, rng)
    rule = rules[name].format(amounts=" or ".join(game.family.partition(":")[2].split(",")), **terms)
    example = next(iter(moves))
    text = f"{scene} {rule} {terms['last']} It is your turn. Reply with one move, exactly like this: {example}"
    return Retelling(text, moves)


def _shuffled(rng: random.Random, all: list[str]) -> list[str]:
    # `random` alone is the same in every version of Python
    return sorted(all, key=lambda _: rng.random())


def _heaps(place: Place, terms: dict[str, Any], rng: random.Random) -> tuple[str, dict[str, Step]]:
    sizes = [heap for picture in place.pictures for heap in picture["heaps"]]
    names = [f"{name} {terms['heap']}" for name in _shuffled(rng, terms["heaps"])]

    def told(words: str) -> str:
        """Returns a move in the words of the style, from such as `take 2 from heap 1` or `take 1 from the heap of 7 and leave 2 and 4`."""
        words = re.sub(r" from heap (\d+)", lambda found: f" from the {names[int(found[1]) - 1]}", words)
        words = re.sub(r" from the heap of (\d+)", lambda found: f" from the {names[sizes.index(int(found[1]))]}", words)
        return re.sub(r" and leave (.*)", r" and divide the rest into \1", words if " from " in words else f"{words} from the {names[0]}")

    heaps = (f"The {name} has {size} {terms['token'] if size == 1 else terms['tokens']}." for name, size in zip(names, sizes, strict=False))
    return terms["scene"].format(heaps=" ".join(heaps)), {told(step.words): step for step in place.steps}


def _board(place: Place, terms: dict[str, Any], rng: random.Random, joined: str) -> tuple[str, dict[str, Step]]:
    rows = place.pictures[0]["rows"]
    letters = _shuffled(rng, list("abcdefghjklmnpqrstuvwxyz"))[: len(rows)]
    numbers = _shuffled(rng, [str(number) for number in range(1, 30)])[: len(rows[0])]
    squares = {f"{r + 1}.{c + 1}": letter + number for r, letter in enumerate(letters) for c, number in enumerate(numbers)}
    has = {".": "nothing", "#": "a hole", "x": f"a {terms['left']}", "o": f"a {terms['right']}"}
    full = (f"{square} has {has[sign]}" for square, sign in zip(squares.values(), "".join(rows), strict=True))
    order = f"From top to bottom the rows are {', '.join(letters)}, from left to right the columns are {', '.join(numbers)}."
    pairs = [([squares[square] for square in step.label.split("-")], step) for step in place.steps]
    moves = {joined.join(pair): step for pair, step in pairs}
    if joined == " and ":
        moves |= {joined.join(pair[::-1]): step for pair, step in pairs}
    return f"{terms['board'].format(rows=len(rows), columns=len(rows[0]))} {order} {', '.join(full)}.", moves

"""Lines of play of ten rulesets, counted by a program that has nothing in common with sprague but the rules.

`python perft.py` compares it with the files in tests/golden/perft.
"""

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "tests" / "golden" / "perft"

NEAR = ((0, 1), (0, -1), (1, 0), (-1, 0))
ALL = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)


def heaps(options):
    """Makes the moves of heaps, where a move in one heap leaves some heaps; equal heaps are different."""

    def moves(position, mover):
        sizes = tuple(map(int, position.split(","))) if isinstance(position, str) else position
        for at, size in enumerate(sizes):
            for left in options(size):
                yield sizes[:at] + left + sizes[at + 1 :]

    return moves


def kayles(position, mover):
    """One sum of rows. sprague names a move by the sizes of its row, so equal rows of one component count once."""
    rows = (int(position),) if isinstance(position, str) else position
    found = set()
    for size in set(rows):
        rest = list(rows)
        rest.remove(size)
        for taken in (1, 2):
            for left in range((size - taken) // 2 + 1 if size >= taken else 0):
                found.add((size, taken, tuple(sorted(rest + [part for part in (left, size - taken - left) if part]))))
    return [to for _, _, to in found]


def board(moves):
    """Makes the moves of a board, a dict from squares to signs, for x and o in turn."""

    def of(position, mover):
        if isinstance(position, str):
            if size := re.fullmatch(r"(\d+)x(\d+)", position):
                position = frozenset((((r, c), ".") for r in range(int(size[1])) for c in range(int(size[2]))))
            else:
                position = frozenset(((r, c), sign) for r, row in enumerate(position.split("/")) for c, sign in enumerate(row))
        squares = dict(position)
        for changed in moves(squares, "xo"[mover], "ox"[mover]):
            yield frozenset({**squares, **changed}.items())

    return of


@board
def clobber(squares, own, other):
    for (r, c), sign in squares.items():
        for a, b in NEAR if sign == own else ():
            if squares.get((r + a, c + b)) == other:
                yield {(r, c): ".", (r + a, c + b): own}


def dominoes(steps):
    @board
    def moves(squares, own, other):
        for (r, c), sign in squares.items():
            for a, b in steps[own]:
                if sign == "." and squares.get((r + a, c + b)) == ".":
                    yield {(r, c): "#", (r + a, c + b): "#"}

    return moves


@board
def amazons(squares, own, other):
    def rays(free, r, c):
        for a, b in ALL:
            k = 1
            while free.get((r + k * a, c + k * b)) == ".":
                yield r + k * a, c + k * b
                k += 1

    for (r, c), sign in squares.items():
        if sign == own:
            for to in rays(squares, r, c):
                moved = {**squares, (r, c): ".", to: own}
                for burnt in rays(moved, *to):
                    yield {(r, c): ".", to: own, burnt: "#"}


@board
def konane(squares, own, other):
    for (r, c), sign in squares.items():
        for a, b in NEAR if sign == own else ():
            changed, k = {(r, c): "."}, 0
            while squares.get((r + (k + 1) * a, c + (k + 1) * b)) == other and squares.get((r + (k + 2) * a, c + (k + 2) * b)) == ".":
                changed = {**changed, (r + (k + 1) * a, c + (k + 1) * b): "."}
                k += 2
                yield {**changed, (r + k * a, c + k * b): own}


@board
def nogo(squares, own, other):
    for at, sign in squares.items():
        if sign == ".":
            after = {**squares, at: own}
            if all(breathes(after, stone) for stone in after if after[stone] in "xo"):
                yield {at: own}


def breathes(squares, stone):
    block, rest = {stone}, [stone]
    while rest:
        r, c = rest.pop()
        for near in ((r + a, c + b) for a, b in NEAR):
            if squares.get(near) == ".":
                return True
            if squares.get(near) == squares[stone] and near not in block:
                block.add(near)
                rest.append(near)
    return False


def toads_frogs(position, mover):
    own, other, step = ("T", "F", 1) if mover == 0 else ("F", "T", -1)
    for at, sign in enumerate(position):
        for far in (1, 2) if sign == own else ():
            to = at + far * step
            if 0 <= to < len(position) and position[to] == "." and (far == 1 or position[at + step] == other):
                after = list(position)
                after[at], after[to] = ".", own
                yield "".join(after)


def wythoff(position, mover):
    a, b = map(int, position.split(".")) if isinstance(position, str) else position
    yield from ((a - k, b) for k in range(1, a + 1))
    yield from ((a, b - k) for k in range(1, b + 1))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


RULES = {
    "nim": heaps(lambda n: [(left,) for left in range(n)]),
    "subtraction:1,3,4": heaps(lambda n: [(n - taken,) for taken in (1, 3, 4) if taken <= n]),
    "kayles": kayles,
    "clobber": clobber,
    "cram": dominoes({"x": ((0, 1), (1, 0)), "o": ((0, 1), (1, 0))}),
    "domineering": dominoes({"x": ((1, 0),), "o": ((0, 1),)}),
    "amazons": amazons,
    "konane": konane,
    "nogo": nogo,
    "toads-frogs": toads_frogs,
    "wythoff": wythoff,
}


def lines(family, position, depth):
    """Returns the number of lines of play of each length up to a depth."""
    moves = RULES[family]

    @cache
    def count(position, mover, depth):
        return 1 if depth == 0 else sum(count(to, 1 - mover, depth - 1) for to in moves(position, mover))

    return [count(position, 0, moved) for moved in range(depth + 1)]


def compared():
    """Yields the rows of the files for these rulesets, and the numbers of this program."""
    for family in RULES:
        for row in (FOLDER / f"{family.split(':')[0]}.txt").read_text().splitlines():
            text, _, numbers = row.rpartition(": ")
            if not row.startswith("#") and text.split("@")[0] == family:
                expected = [int(number) for number in numbers.split(", ")]
                yield text, expected, lines(family, text.split("@")[1], len(expected) - 1)


if __name__ == "__main__":
    for text, expected, found in compared():
        print(text, "equal" if found == expected else f"{expected} here {found}")

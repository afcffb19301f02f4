#!/usr/bin/env python3
"""Draws random entries of the atlas, and computes their answers again from the rules.

`python3 atlas/draw.py SEED 20` draws twenty entries of the kinds below. It shares no code with the program and does not run it.
"""
import glob
import json
import os
import random
import re
import sys
import tomllib
from fractions import Fraction
from functools import lru_cache

sys.setrecursionlimit(100_000)


# Values of short games, in canonical form: equal values are the same object.

class Game:
    """A canonical form. `all` contains every form, by the options of both players."""
    all = {}

    def __init__(self, left, right):
        self.left, self.right, self.number = left, right, len(Game.all)


def game(left, right):
    key = tuple(tuple(sorted(option.number for option in side)) for side in (left, right))
    if key not in Game.all:
        Game.all[key] = Game(tuple(left), tuple(right))
    return Game.all[key]


@lru_cache(None)
def is_at_most(one, other):
    return not any(is_at_most(other, option) for option in one.left) and not any(is_at_most(option, one) for option in other.right)


def without_dominated(options, is_better):
    best = lambda at, option: any(
        is_better(rival, option) and (not is_better(option, rival) or place < at) for place, rival in enumerate(options) if place != at)
    return [option for at, option in enumerate(options) if not best(at, option)]


def value(left, right):
    """Returns the canonical form of {left | right}, whose options must be canonical."""
    left, right = list(dict.fromkeys(left)), list(dict.fromkeys(right))
    while True:
        form = game(left, right)
        back = [(left, option, reply, reply.left) for option in left for reply in option.right if is_at_most(reply, form)]
        back += [(right, option, reply, reply.right) for option in right for reply in option.left if is_at_most(form, reply)]
        if not back:
            break
        side, option, _, replies = back[0]
        side.remove(option)
        side += [reply for reply in replies if reply not in side]
    left = without_dominated(left, lambda rival, option: is_at_most(option, rival))
    return game(left, without_dominated(right, is_at_most))


ZERO = value([], [])


@lru_cache(None)
def plus(one, other):
    left = [plus(option, other) for option in one.left] + [plus(one, option) for option in other.left]
    return value(left, [plus(option, other) for option in one.right] + [plus(one, option) for option in other.right])


def minus(one):
    return value([minus(option) for option in one.right], [minus(option) for option in one.left])


@lru_cache(None)
def number(of):
    if of.denominator > 1:
        step = Fraction(1, of.denominator)
        return value([number(of - step)], [number(of + step)])
    return ZERO if of == 0 else value([number(of - 1)], []) if of > 0 else value([], [number(of + 1)])


@lru_cache(None)
def star(heap):
    return value([star(less) for less in range(heap)], [star(less) for less in range(heap)])


UP = value([ZERO], [star(1)])


def read(text):
    """Returns the value of a text in the atlas, such as `{1/2*|v2}`."""
    def term(at):
        if text[at] == "{":
            sides = [[], []]
            for side, end in zip(sides, "|}"):
                at += 1
                while text[at] != end:
                    option, at = term(at)
                    side.append(option)
                    at += text[at] == ","
            return value(*sides), at + 1
        parts = re.compile(r"(-?\d+(?:/\d+)?)?(?:([\^v])(\d*))?(?:\*(\d*))?").match(text, at)
        assert parts.end() > at, text[at:]
        found = number(Fraction(parts[1] or 0))
        for _ in range(int(parts[3] or 1) if parts[2] else 0):
            found = plus(found, UP if parts[2] == "^" else minus(UP))
        return plus(found, star(int(parts[4] or 1))) if parts[4] is not None else found, parts.end()
    text = text.replace(" ", "")
    found, end = term(0)
    assert end == len(text), text[end:]
    return found


# Rules.

def amounts(text):
    ends = [part.split("-") for part in text.split(",")]
    return [amount for part in ends for amount in range(int(part[0]), int(part[-1]) + 1)]


def mex(nimbers):
    return next(nimber for nimber in range(len(nimbers) + 1) if nimber not in nimbers)


def octal(code, largest):
    digits = [int(digit) for digit in code.replace(".", "")]
    nimbers = []
    for heap in range(largest + 1):
        options = set()
        for taken, digit in enumerate(digits[:heap + 1]):
            rest = heap - taken
            if taken and digit & 1 and rest == 0:
                options.add(0)
            if taken and digit & 2 and rest > 0:
                options.add(nimbers[rest])
            if digit & 4:
                options |= {nimbers[part] ^ nimbers[rest - part] for part in range(1, rest // 2 + 1)}
        nimbers.append(mex(options))
    return nimbers


def pieces(squares):
    """Returns the connected parts, each moved to the corner."""
    squares = set(squares)
    while squares:
        piece, open_ends = set(), [squares.pop()]
        while open_ends:
            row, column = open_ends.pop()
            piece.add((row, column))
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & squares
            squares -= near
            open_ends += near
        top, side = min(row for row, _ in piece), min(column for _, column in piece)
        yield frozenset((row - top, column - side) for row, column in piece)


def rectangle(rows, columns):
    return frozenset((row, column) for row in range(rows) for column in range(columns))


def dominoes(board, is_flat):
    second = lambda row, column: (row, column + 1) if is_flat else (row + 1, column)
    return [{square, second(*square)} for square in board if second(*square) in board]


def nim_sum(board, nimber):
    total = 0
    for piece in pieces(board):
        total ^= nimber(piece)
    return total


@lru_cache(None)
def cram(board):
    return mex({nim_sum(board - domino, cram) for flat in (False, True) for domino in dominoes(board, flat)})


@lru_cache(None)
def node_kayles(board):
    taken = lambda row, column: {(row, column), (row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
    return mex({nim_sum(board - taken(*square), node_kayles) for square in board})


def value_sum(parts, of):
    total = ZERO
    for part in parts:
        total = plus(total, of(part))
    return total


@lru_cache(None)
def domineering(board):
    return value(*([value_sum(pieces(board - domino), domineering) for domino in dominoes(board, flat)] for flat in (False, True)))


@lru_cache(None)
def clobber(row):
    sides = {"x": [], "o": []}
    for at, stone in enumerate(row):
        for near in (at - 1, at + 1):
            if stone in sides and 0 <= near < len(row) and row[near] not in (".", stone):
                after = list(row)
                after[at], after[near] = ".", stone
                sides[stone].append(value_sum(filter(None, "".join(after).split(".")), clobber))
    return value(sides["x"], sides["o"])


def longest_period(largest):
    longest = 0
    for others in range(1 << (largest - 1)):
        members = [member for member in range(1, largest) if others >> (member - 1) & 1] + [largest]
        won, seen = [], {}
        while (state := tuple(won[-largest:])) not in seen:
            seen[state] = len(won)
            won.append(any(not won[-member] for member in members if member <= len(won)))
        longest = max(longest, len(won) - seen[state])
    return longest


# Entries.

def is_right(entry):
    """Returns whether an answer is the one computed here, or `None` for other kinds of questions and for large ones."""
    kind, subject, *flags = entry["question"].split()
    answer = entry["answer"]
    name, _, place = subject.partition("@")
    board = re.fullmatch(r"(?:grid:)?(\d+)x(\d+)", place)
    sides = [int(side) for side in board.groups()] if board else []
    size = sides[0] * sides[1] if sides else 0
    if kind == "analyse" and name.startswith("octal:") and "misere" not in flags:
        period = answer.get("period")
        start, length = (period["preperiod"], period["period"]) if period else (0, 0)
        largest = max(len(answer["nimbers"]) - 1, start + 3 * length)
        if largest > 1000 or period and period.get("saltus", 0) != 0:
            return None
        nimbers = octal(name[6:], largest)
        repeats = all(nimbers[heap] == nimbers[heap + length] for heap in range(start, largest - length + 1))
        return repeats and nimbers[:len(answer["nimbers"])] == answer["nimbers"]
    if kind == "analyse" and name.startswith("asymmetric:") and "values" in flags:
        left, right = map(amounts, name[11:].split("/"))
        rows = []
        for heap in range(answer["to"] + 1):
            rows.append(value(*([rows[heap - amount] for amount in side if amount <= heap] for side in (left, right))))
        return [read(text) for text in answer["values"]] == rows
    if kind == "solve" and name in ("cram", "node-kayles") and 0 < size <= 24 and "misere" not in flags:
        return nim_sum(rectangle(*sides), cram if name == "cram" else node_kayles) == answer["nimber"]
    if kind == "value" and name == "domineering" and 0 < size <= 12 and not flags:
        return domineering(rectangle(*sides)) is read(answer["value"])
    if kind in ("value", "compare") and name == "clobber" and (sides[:1] == [1] or set(place) <= set("xo")):
        row = ("xo" * sides[1])[:sides[1]] if sides else place
        if len(row) > 14:
            return None
        if kind == "value":
            return clobber(row) is read(answer["value"])
        pair = clobber(row), read(flags[0].partition("@")[2])
        relation = {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}
        return relation[is_at_most(*pair), is_at_most(*reversed(pair))] == answer["relation"]
    if kind == "sweep" and subject == "subtraction" and "--nimbers" not in flags and answer["largest"] <= 9:
        return longest_period(answer["largest"]) == answer["longest"]["period"]
    return None


def draw(seed, wanted):
    files = sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*", "*.toml")))
    random.Random(seed).shuffle(files)
    drawn = differ = 0
    for file in files:
        with open(file, "rb") as text:
            entry = tomllib.load(text)
        if "long" in entry:
            with open(os.path.join(os.path.dirname(file), entry["long"]["file"])) as text:
                entry["answer"].update(json.load(text))
        right = is_right(entry)
        if right is None:
            continue
        print("the same:" if right else "DIFFERS: ", entry["question"])
        drawn, differ = drawn + 1, differ + (not right)
        if drawn == wanted:
            break
    print(f"{drawn} entries computed anew, {differ} differ")
    return differ


if __name__ == "__main__":
    sys.exit(1 if draw(sys.argv[1], int(sys.argv[2])) else 0)

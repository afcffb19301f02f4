"""Three games in pure Python, as a student writes them: a dict of what is known, and a stack of its own. Prints the nimber and the
seconds of processor time."""

import sys
import time


def wythoff(p):
    a, b = p
    return (
        [(a - k, b) for k in range(1, a + 1)]
        + [(a, b - k) for k in range(1, b + 1)]
        + [(a - k, b - k) for k in range(1, min(a, b) + 1)]
    )


def cram(covered):
    found = []
    for square in range(20):
        one = 1 << square
        if covered & one:
            continue
        if square % 5 != 4 and not covered & one << 1:
            found.append(covered | one | one << 1)
        if square < 15 and not covered & one << 5:
            found.append(covered | one | one << 5)
    return found


def kayles(n):
    return [(left, n - taken - left) for taken in range(1, min(n, 2) + 1) for left in range((n - taken) // 2 + 1)]


def mex(values):
    value = 0
    while value in values:
        value += 1
    return value


def nimber(moves, root):
    known, stack = {}, [(root, moves(root), 0)]
    while stack:
        position, options, at = stack.pop()
        while at < len(options) and options[at] in known:
            at += 1
        if at < len(options):
            stack.append((position, options, at))
            stack.append((options[at], moves(options[at]), 0))
        else:
            known[position] = mex({known[option] for option in options})
    return known[root]


def row(heap_options, to):
    known = []
    for n in range(to + 1):
        values = set()
        for option in heap_options(n):
            value = 0
            for heap in option:
                value ^= known[heap]
            values.add(value)
        known.append(mex(values))
    return known[to]


GAMES = {"wythoff": lambda: nimber(wythoff, (100, 150)), "cram": lambda: nimber(cram, 0), "kayles": lambda: row(kayles, 2000)}
started = time.process_time()
print(GAMES[sys.argv[1]](), f"{time.process_time() - started:.3f}")

"""Rulesets in Python of every kind, against searches in pure Python."""

import enum
import xml.etree.ElementTree as ElementTree
from collections import namedtuple
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague

settings.register_profile("rulesets", max_examples=60, deadline=None)
settings.load_profile("rulesets")


@dataclass(frozen=True)
class Point:
    x: int
    y: str


class Colour(enum.Enum):
    RED = 1
    BLUE = "b"


Pair = namedtuple("Pair", "a b")
WORDS = [0, 5, -5, 2**60 - 1, 2**60, -(2**60), 2**61, 2**63, 2**64, -(2**63), 2**127 - 1, -(2**127), "", "abc", "3", "3.5", "a b", "a+b"]
WORDS += ["é∞", "{x}", "'\"", "\n\t", "\x00", "-a", "😀", "None", None, (), (1,), (1, 2), (1, (2, 3)), ((),), (1, -2), ("a",), ("a", "b")]
WORDS += [(None,), "x" * 300, tuple(range(100)), "x@y", "nim@3", "a/b", "#1", "*", "..", "(1,2)", "a#2", "\\", "}", "a\\'b", "\u202e", "\ufeff"]
WORDS += [(2**100, ("é", (None, "{"))), True, False, (3, True), (1, (False, 0)), "True", "'007'", "(1)", "~x", "x:pass=0", "1.5", "[", "a(b"]
OBJECTS = [2**127, 2**128, 2**200, -(2**200), "\ud800", frozenset(), frozenset({1, 2}), frozenset("ab"), Point(1, "x"), Colour.RED]
OBJECTS += [Colour.BLUE, 1.5, float("inf"), -0.0, 1j, b"ab", Pair(1, 2), range(3), (1.5, 2), ("a", Point(2, "}")), Ellipsis, int, Fraction(1, 2)]
OBJECTS += [np.float64(2.5), (frozenset(), (None,)), np.datetime64(1, "s")]
SAME = [(np.True_, True), (np.array(False), False), (np.int64(5), 5), (np.uint8(3), 3), (np.int64(-1), -1), ([1, 2], (1, 2)), ([1, [2, "a"]], (1, (2, "a")))]
SAME += [((np.int64(2), np.True_), (2, True)), ([], ())]


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def ruleset_of(moves, name="graph", **functions):
    """A ruleset with these functions."""
    all_of_them = {"moves": moves, **functions} if moves else functions
    return type(name, (sprague.Ruleset,), {key: staticmethod(function) for key, function in all_of_them.items()} | {"name": name})()


# graphs as lists of lists of options: without cycles, each option has a smaller number
@st.composite
def graphs(draw, cycles=False, most=9):
    size = draw(st.integers(1, most))
    return [draw(st.lists(st.integers(0, size - 1 if cycles else n - 1), max_size=4)) if n or cycles else [] for n in range(size)]


def nimbers_of(graph):
    found = []
    for options in graph:
        found.append(mex({found[to] for to in options}))
    return found


SAID = {"N": "win", "D": "draw", "P": "loss"}


def outcomes_of(graph, end="P"):
    """Who wins each position of a graph, cycles or not; `end` is who wins where no move is left, or a dict."""
    of_end = end if isinstance(end, dict) else dict.fromkeys(range(len(graph)), end)
    found = {n: of_end[n] for n, options in enumerate(graph) if not options}
    while True:
        new = {}
        for n, options in enumerate(graph):
            if n not in found and any(found.get(to) == "P" for to in options):
                new[n] = "N"
            elif n not in found and all(found.get(to) == "N" for to in options):
                new[n] = "P"
        if not new:
            return "".join(found.get(n, "D") for n in range(len(graph)))
        found |= new


def product_of(one, other):
    """The graph of sums, and where each is."""
    place = {pair: n for n, pair in enumerate(product(range(len(one)), range(len(other))))}
    return [[place[x, b] for x in one[a]] + [place[a, y] for y in other[b]] for a, b in place], place


@given(graphs(), st.integers(0, 10**6))
def test_graphs_without_cycles(graph, offset):
    rules = ruleset_of(lambda p: [offset + to for to in graph[p - offset]])
    all_of_them = range(offset, offset + len(graph))
    assert rules.nimbers(all_of_them).tolist() == nimbers_of(graph)
    assert rules.outcomes(all_of_them) == outcomes_of(graph)
    assert rules.outcomes(all_of_them, play="misere") == outcomes_of(graph, "N")
    top = offset + len(graph) - 1
    answer = rules.solve(top, all_moves=True)
    assert (answer.nimber, answer.outcome) == (nimbers_of(graph)[-1], SAID[outcomes_of(graph)[-1]])
    assert {move.to for move in answer.winning_moves} == {f"graph@{offset + to}" for to in graph[-1] if nimbers_of(graph)[to] == 0}
    assert [move.nimber for move in answer.moves] == [nimbers_of(graph)[to] for to in graph[-1]]


@given(graphs(cycles=True))
def test_graphs_with_cycles(graph):
    rules = ruleset_of(lambda p: (to for to in graph[p]))
    assert rules.outcomes(range(len(graph))) == outcomes_of(graph)
    assert [rules.solve(n).outcome for n in range(len(graph))] == [SAID[letter] for letter in outcomes_of(graph)]
    for n in range(len(graph)):
        try:
            nimber = rules.nimber(n)
        except sprague.LoopyError:
            nimber = None
        assert nimber is not None or ends_not(graph, n)
        if nimber is not None:
            assert (nimber > 0, nimber == 0) == (outcomes_of(graph)[n] == "N", outcomes_of(graph)[n] == "P")


def ends_not(graph, start):
    """Whether play from here can go on for ever."""
    alive = set(range(len(graph)))
    while True:
        ended = {n for n in alive if not alive.intersection(graph[n])}
        if not ended:
            return start in alive
        alive -= ended


@given(graphs(cycles=True, most=5), graphs(cycles=True, most=4))
def test_sums_of_two_rulesets_and_a_built_in_one(one, other):
    a, b = ruleset_of(lambda p: one[p], "one"), ruleset_of(lambda p: other[p], "other")
    graph, place = product_of(one, other)
    outcomes = outcomes_of(graph)
    session = sprague.Session(a, b)
    for (x, y), n in place.items():
        assert session.solve(a @ x + b @ y).outcome == SAID[outcomes[n]]
    nim = [[], [0], [0, 1]]
    graph, place = product_of(one, nim)
    for (x, y), n in place.items():
        assert (a @ x + f"nim@{y}").solve().outcome == SAID[outcomes_of(graph)[n]]


@given(graphs(most=6), graphs(most=5))
def test_sums_under_misere_play(one, other):
    a, b = ruleset_of(lambda p: one[p], "one"), ruleset_of(lambda p: other[p], "other")
    graph, place = product_of(one, other)
    session = sprague.Session(a, b)
    for (x, y), n in list(place.items())[-6:]:
        assert session.solve(a @ x + b @ y, play="misere").outcome == SAID[outcomes_of(graph, "N")[n]]


@given(graphs(cycles=True), st.lists(st.sampled_from("NDP"), min_size=9, max_size=9))
def test_rules_may_say_who_has_won(graph, ends):
    rules = ruleset_of(lambda p: graph[p], terminal_outcome=lambda p: SAID[ends[p]])
    # a draw is better than a loss: what is not won is drawn if a draw can be kept, which is what neither can force otherwise
    found = {n: ends[n] for n, options in enumerate(graph) if not options}
    expected = outcomes_of(graph, dict(found))
    assert rules.outcomes(range(len(graph))) == expected
    assert rules.solve(0).outcome == SAID[expected[0]]


@given(graphs(most=7), graphs(most=7), st.randoms(use_true_random=False))
def test_rules_that_count_points(left, right, chance):
    size = min(len(left), len(right))
    worth = lambda to: (to, chance.randrange(-3, 7), chance.random() < 0.3)
    moves = [[[worth(to) for to in options if to < size] for options in graph[:size]] for graph in (left, right)]
    ends = [chance.randrange(-3, 4) for _ in range(size)]

    @cache
    def score(n, player, sides):
        listed = [gain + (score(to, player, sides) if again else -score(to, (1 - player) * sides, sides)) for to, gain, again in moves[player][n]]
        return max(listed, default=-ends[n] if player else ends[n])

    def listed(player):
        return lambda n: [sprague.Move(number, to, gain=gain, again=again) for number, (to, gain, again) in enumerate(moves[player][n])]

    alike = ruleset_of(listed(0), terminal_score=lambda n: ends[n], score_bounds=lambda n: (-99, 99))
    apart = ruleset_of(None, left_moves=listed(0), right_moves=listed(1), terminal_score=lambda n: ends[n])
    for n in range(size):
        answer = alike.solve(n, all_moves=True)
        assert (answer.score, answer.stops) == (score(n, 0, 0), None)
        assert [(move.gain, move.again) for move in answer.moves] == [(gain, again) for _, gain, again in moves[0][n]]
        assert apart.solve(n).stops == (score(n, 0, 1), -score(n, 1, 1))


def test_points_are_whole_numbers_of_rules_that_count_them():
    move = lambda **more: [sprague.Move("a", 0, **more)]
    for gain, how in ((1.5, "an int up to"), (2**31 + 1, "an int up to"), ("3", "an int up to")):
        rules = ruleset_of(lambda n: move(gain=gain) if n else [], terminal_score=lambda n: 0)
        with pytest.raises(TypeError, match=how):
            rules.solve(1)
    with pytest.raises(TypeError, match="add `terminal_score`"):
        ruleset_of(lambda n: move(gain=2) if n else []).solve(1)
    assert ruleset_of(lambda n: move() if n else []).solve(1).winning_moves[0].label == "a"
    for bounds in ((3, 1), 3, (1, 2, 3)):
        with pytest.raises((TypeError, ValueError), match="score_bounds"):
            ruleset_of(lambda n: [], terminal_score=lambda n: 0, score_bounds=lambda n: bounds).solve(1)
    sides = ruleset_of(None, left_moves=lambda n: [], right_moves=lambda n: [], terminal_outcome=lambda n: "left")
    assert sides.solve(0).outcome_class == "L"


@given(graphs(most=6), graphs(most=6))
def test_partizan_games(left, right):
    size = min(len(left), len(right))
    left, right = left[:size], right[:size]
    rules = ruleset_of(None, left_moves=lambda p: left[p], right_moves=lambda p: right[p])
    values = []
    for n in range(size):
        texts = [",".join(str(values[to]) for to in graph[n]) for graph in (left, right)]
        values.append(sprague.Value("{%s|%s}" % tuple(texts)))
    for n, value in enumerate(values):
        assert rules.value(n) == value
        assert (rules.outcome(n), rules.outcome(n, first="right")) == (["loss", "win"][not value <= 0], ["loss", "win"][not value >= 0])
    assert (rules @ (size - 1) + rules @ 0 + "domineering@2x2").value() == values[-1] + values[0] + "{1|-1}"
    assert (rules @ (size - 1)).compare("domineering@2x2") == values[-1].compare("{1|-1}")
    assert (rules @ (size - 1) - rules @ (size - 1)).value() == 0 and (-(rules @ (size - 1))).value() == -values[-1]


@given(st.lists(st.lists(st.lists(st.integers(0, 20), max_size=3), max_size=4), min_size=1, max_size=14))
def test_heaps(table):
    options = [[tuple(heap for heap in heaps if heap < n) for heaps in table[n]] for n in range(len(table))]
    options[0] = []
    rules = ruleset_of(None, heap_options=lambda n: options[n])
    found = []
    for n in range(len(options)):
        grundy = [0]
        for heaps in options[n]:
            total = 0
            for heap in heaps:
                total ^= found[heap]
            grundy.append(total)
        found.append(mex(set(grundy[1:])))
    last = len(options) - 1
    assert rules.analyse(last).nimbers.tolist() == found
    assert rules.nimbers(range(last + 1)).tolist() == found
    assert rules.nimber((last, last // 2, 0)) == found[last] ^ found[last // 2]
    assert rules.solve((last, last // 2)).nimber == found[last] ^ found[last // 2]

    @cache
    def is_lost(heaps):
        if not any(options[heap] for heap in heaps):
            return False
        rests = (heaps[:k] + heaps[k + 1 :] + to for k, heap in enumerate(heaps) for to in options[heap])
        return not any(is_lost(tuple(sorted(rest))) for rest in rests)

    small = min(last, 6)
    assert rules.outcome((small, small // 2), play="misere") == ["win", "loss"][is_lost((small // 2, small))]


@pytest.mark.parametrize("value", WORDS, ids=lambda value: repr(value)[:30])
def test_positions_of_every_type_read_back(value):
    reads_back(value)
    still = ruleset_of(lambda p: [])
    # the same text in a ruleset that never saw it, as in another process
    assert still.read(text_of(ruleset_of(lambda p: []), value)) == value and still._rules.objects == 0


@pytest.mark.parametrize("value", OBJECTS, ids=lambda value: repr(value)[:30])
def test_objects_are_known_by_number(value):
    reads_back(value)


def text_of(rules, value):
    return (rules @ value).text.removeprefix("graph@")


def reads_back(value):
    seen = []
    rules = ruleset_of(lambda p: seen.append(p) or ([] if p == "end" else ["end"]))
    assert rules.nimber(value) == (value != "end") and type(seen[0]) is type(value) and seen[0] == value
    position = rules @ value
    assert text_of(rules, rules.read(text_of(rules, value))) == text_of(rules, value)
    assert rules.read(text_of(rules, value)) == value
    assert position.solve().nimber == 1 and (position + "nim@2 + kayles@5").solve().nimber == 1 ^ 2 ^ 4
    answer = (ruleset_of(lambda p: [value] if p == "start" else []) @ "start").solve()
    assert answer.best.to == position.text


@pytest.mark.parametrize(("value", "same"), SAME, ids=repr)
def test_some_types_are_one(value, same):
    rules = ruleset_of(lambda p: [])
    assert (rules @ value).text == (rules @ same).text
    assert rules.read(text_of(rules, value)) == same and rules._rules.objects == 0


@pytest.mark.parametrize("value", [1.5, 2**200, (b"a", 2)], ids=repr)
def test_literals_read_back_where_they_were_not_seen(value):
    assert ruleset_of(lambda p: []).read(text_of(ruleset_of(lambda p: []), value)) == value


def test_positions_of_many_types_together():
    everything = [value for value in [*WORDS, *OBJECTS] if value is not None]
    rules = ruleset_of(lambda k: everything[1:] if k is None else [] if k == 0 else everything[:1])
    # -0.0 is 0, and ends
    assert rules.nimber(None) == 2 and rules.nimber(everything[-1]) == 1
    texts = {text_of(rules, value) for value in everything}
    assert len(texts) == len(everything)


def test_objects_that_look_alike_have_different_texts():
    class Same:
        def __repr__(self):
            return "same"

    rules, objects = ruleset_of(lambda p: []), [Same(), Same(), Same()]
    texts = [text_of(rules, one) for one in objects]
    assert texts == ['"same"', '"same#2"', '"same#3"']
    assert [rules.read(text) for text in texts] == objects


def test_positions_arrive_as_they_are():
    # some are equal in Python, and have one hash
    for values in [(3, True), (3, 1), (3, (True, 1)), (3, (1, True))], [True, 1, 0, False], [Fraction(1), 1.0, 1, True, Decimal(1), 1 + 0j], \
            [(0.5, True), (0.5, 1)], [frozenset({True}), frozenset({1})], [(1.5, (frozenset({0}), 1)), (1.5, (frozenset({False}), 1))]:
        seen = []
        rules = ruleset_of(lambda p, values=values, seen=seen: values if p is None else seen.append(p) or [])
        assert rules.nimber(None) == 1
        assert {repr(value) for value in seen} == {repr(value) for value in values}
        texts = [text_of(rules, value) for value in values]
        assert len(set(texts)) == len(values) and [repr(rules.read(text)) for text in texts] == [repr(value) for value in values]
    rules = ruleset_of(lambda p: [] if p[1] is True else [(p[0], True)])
    assert rules.nimber((3, True)) == 0 and rules.nimber((0.5, 1)) == 1


ODD_TEXTS = ["(()", "[", "{", ")", "]}", '"', '""', "'", "a b", "a,b", "a+b@c", "~x", "x:pass=0", "{1.5}", "{a,b}", "/", "a/b", "-x", "", "(1)", "é", "3.5"]


@pytest.mark.parametrize("is_own", [True, False], ids=["show and parse", "strings"])
def test_texts_mean_the_same_in_sums_and_under_modifiers(is_own):
    # position k of a ring of texts has Grundy value k modulo 3
    texts = ODD_TEXTS
    place = {text: k for k, text in enumerate(texts)}
    base = lambda text: [texts[k] for k in range(max(0, place[text] - 2), place[text])]
    kept = {"show": lambda k: texts[k], "parse": texts.index} if is_own else {}
    rules = ruleset_of((lambda k: range(max(0, k - 2), k)) if is_own else base, **kept)
    session = sprague.Session(rules)
    positions = [rules @ (place[text] if is_own else text) for text in texts]

    @cache
    def passed(k, may_pass):
        return mex({passed(to, may_pass) for to in range(max(0, k - 2), k)} | ({passed(k, False)} if may_pass and k else set()))

    for k, one in enumerate(positions):
        assert session.solve(str(one), nimber=True).nimber == k % 3
        behind = str(one).removeprefix("graph@")
        for family in "heap-pass:graph", "pass:graph", "pass:{graph}:1":
            assert session.solve(f"{family}@{behind}", nimber=True).nimber == passed(k, True), (family, behind)
        for other in positions:
            total = one + other + "nim@1"
            assert total.solve(nimber=True).nimber == k % 3 ^ positions.index(other) % 3 ^ 1
            assert session.solve(str(total), nimber=True).nimber == total.solve(nimber=True).nimber
        assert session.solve(f"pass:graph@{{{behind},{behind}}}", outcome_only=True).outcome == ("win" if k else "loss")
    assert sprague.test(rules, len(texts) - 1 if is_own else texts[-1], plays=5).is_ok
    partizan = {"left_moves": (lambda k: range(max(0, k - 2), k)) if is_own else base, "right_moves": lambda k: []}
    partizan = ruleset_of(None, **partizan, **kept)
    session = sprague.Session(partizan)
    plain, turned = [], []
    for k, text in enumerate(texts):
        plain.append(sprague.Value("{%s|}" % ",".join(map(str, turned[max(0, k - 2) :]))))
        turned.append(sprague.Value("{|%s}" % ",".join(map(str, plain[max(0, k - 2) : k]))))
        behind = str(partizan @ (k if is_own else text)).removeprefix("graph@")
        assert session.value(f"twisted:graph@{behind}") == plain[k], behind
        assert session.solve(f"impartial:graph@{behind}", nimber=True).nimber == k % 3
        assert session.value(f"dicotic:graph@{behind}") == 0


def test_rulesets_take_no_parameters():
    own = ruleset_of(lambda n: range(n), name="own")
    session = sprague.Session(own)
    for text in "own:any/thing;here@3", "own:@3", "heap-pass:own:2@3", "pass:own:2:2@3":
        with pytest.raises(sprague.NotationError, match="takes none"):
            session.solve(text)
    assert session.solve("pass:own:2@{3,4}", nimber=True).nimber == sprague.solve("pass:nim:2@{3,4}", nimber=True).nimber == 7
    for ask in session.analyse, session.quotient, session.certify:
        with pytest.raises(sprague.NotationError, match="takes none"):
            ask("own:1")


def test_braces_of_a_position_are_not_those_of_a_modifier():
    rules = ruleset_of(lambda p: [], name="own")
    session = sprague.Session(rules)
    assert session.solve("own@{1.5}").outcome == "loss" and rules.read("{1.5}") == 1.5
    for text in "{1.5}", "{'a,b'}", "{(1,2),3}":
        with pytest.raises(sprague.NotationError):
            session.solve(f"heap-pass:own@{text}")
    seen = []
    seeing = sprague.Session(ruleset_of(lambda p: seen.append(p) or [], name="own"))
    for text in "{None}", "{'007'}", "{{1.5}}", "{'a.b'}", "{2,3}":
        seeing.solve(f"heap-pass:own@{text}")
    assert set(seen) == {None, "007", 1.5, "a.b", 2, 3}
    for value in 1.5, None, "a,b", "007", (2, "a"), (), "None", "x:pass=0":
        text = str(rules @ value).removeprefix("own@")
        assert session.graph(f"heap-pass:own@{{{text}}}").nodes[0]["ask"].removeprefix("heap-pass:own@") in (text, f"{{{text}}}")


def test_sums_are_negated_term_by_term():
    for text in "hackenbush@L+hackenbush@L", "hackenbush@L + -hackenbush@LR", "domineering@2x2,1x2+game@{1+1|-1}", " hackenbush@L  +nim@2":
        position = sprague.position(text)
        assert (position - position).value() == 0 and (-position).value() == -position.value() and (-(-position)).value() == position.value()
    path = sprague.position('"./a+b.rhai"@1,2 + -exec:"c @ d"@{+}')
    assert str(-path) == '-"./a+b.rhai"@1,2 + exec:"c @ d"@{+}'
    own = ruleset_of(None, left_moves=lambda p: [""] if p else [], right_moves=lambda p: [])
    both = own @ "(" + own @ "L" - "hackenbush@L"
    assert both.value() == 1 and (-both).value() == -1 and (both - both).value() == 0 and (both + 0, both - 0, 0 - both) == (both, both, -both)


def test_no_repeat_games_around_rulesets_in_python():
    graph = {0: {}, 1: {"a": 0}, 2: {"b c": 1, "a": 0}, 3: {"a": 2, "b c": 1, "~/": 0}, 4: {"~/": 3, "a": 1}}

    @cache
    def is_won(p, last):
        return any(not is_won(to, ((label, *last)[:2])) for label, to in graph[p].items() if label not in last)

    session = sprague.Session(
        ruleset_of(lambda p: graph[p], name="labels"),
        ruleset_of(lambda n: [n - k for k in (1, 2, 3) if k <= n], name="odd"),
        ruleset_of(lambda pair: [(pair[0] - 1, 0)] if pair[0] else [], name="pairs"),
        ruleset_of(None, heap_options=lambda n: {f"take {k}": n - k for k in (1, 2) if k <= n}, name="heaps"),
    )
    for p in graph:
        assert session.solve(f"no-repeat:labels:memory=2@{p}").is_won == is_won(p, ())
    for n in range(9):
        assert session.solve(f"no-repeat:odd@{n}").is_won == sprague.solve(f"no-repeat:1-3@{n}").is_won
        assert session.solve(f"no-repeat:heaps@{n}").is_won == sprague.solve(f"no-repeat:1,2@{n}").is_won
    assert session.solve("no-repeat:heaps@4", line=True).best.label == "take 1"
    with pytest.raises(sprague.RulesError, match="a dict from labels to positions in Python"):
        session.solve("no-repeat:pairs@3.0")


def test_labels_are_the_keys_of_a_dict():
    rules = ruleset_of(lambda p: {f"take {k}": p - k for k in range(1, p // 2 + 1)} | {"é → ∞": 0})
    assert [move.label for move in rules.solve(4, all_moves=True).moves] == ["take 1", "take 2", "é → ∞"]
    assert rules.options(4) == [3, 2, 0]
    numbers = ruleset_of(lambda p: {k: p - k for k in range(1, p + 1)})
    assert [move.label for move in numbers.solve(2, all_moves=True).moves] == ["1", "2"]


@pytest.mark.parametrize("kind", [list, tuple, set, iter, lambda options: (to for to in options), lambda options: dict.fromkeys(options).keys()])
def test_moves_are_listed_in_every_way(kind):
    rules = ruleset_of(lambda p: kind([p - 1, p - 2] if p > 1 else [p - 1] if p else []))
    assert rules.table(30).tolist() == [n % 3 for n in range(30)]
    arrays = ruleset_of(lambda p: np.arange(p))
    assert arrays.table(9).tolist() == list(range(9))


class Rows(sprague.Ruleset):
    """Kayles in rows of pins, with everything that a ruleset may define."""

    def moves(self, rows):
        for k, row in enumerate(rows):
            for taken in range(1, min(row, 2) + 1):
                for left in range((row - taken) // 2 + 1):
                    yield rows[:k] + (left, row - taken - left) + rows[k + 1 :]

    def canonical(self, rows):
        return tuple(sorted(row for row in rows if row))

    def summands(self, rows):
        return [(row,) for row in rows]

    def show(self, rows):
        return " ".join("|" * row or "-" for row in rows)

    def parse(self, text):
        if set(text) - set("|- "):
            raise ValueError("pins")
        return tuple(len(row.replace("-", "")) for row in text.split(" ")) if text else ()

    def picture(self, rows):
        return list(rows)


class Plain(sprague.Ruleset):
    moves = Rows.moves


def test_functions_that_help_change_no_answer():
    whole, plain = Rows(), Plain()
    kayles = sprague.analyse("kayles", 9).nimbers
    for rows in product(range(5), repeat=3):
        assert whole.nimber(rows) == plain.nimber(rows) == kayles[rows[0]] ^ kayles[rows[1]] ^ kayles[rows[2]]
        assert whole.outcome(rows, play="misere") == plain.outcome(rows, play="misere")
    assert sprague.test(whole, (3, 4), plays=10).is_ok


@pytest.mark.parametrize("missing", ["canonical", "summands", "parse", "show parse", "picture"])
def test_each_of_them_may_be_missing(missing):
    rules = type("Rows", (Rows,), dict.fromkeys(missing.split()))()
    assert rules.nimber((4, 5)) == 5 and rules.solve((4, 5)).nimber == 5 and sprague.test(rules, (3, 2), plays=5).is_ok


def test_positions_are_shown_and_read():
    rules = Rows()
    assert (rules @ (3,)).text == "rows@|||" and rules.read("|||") == (3,)
    both = (rules @ (3, 2)).text
    assert rules.read(both.removeprefix("rows@")) == (3, 2) and sprague.Session(rules).solve(both).nimber == 1
    assert rules.read("||-") == (2,)
    with pytest.raises(sprague.NotationError, match=r"a position that `parse` reads \(pins\)"):
        rules.read("xyz")
    words = ruleset_of(lambda p: [], show=lambda p: f"{p}\n{p}\n")
    assert (words @ "ab").text == "graph@ab/ab" and words.read("ab/ab") == "ab"


@pytest.mark.parametrize(
    "picture",
    [
        ["<o.", ".&x"],
        "<o.\n.&x",
        [3, 1, 2],
        {"edges": [("a", "b"), ("b", "c", "left"), ("c", "<&>", None)], "vertices": ["d", ("a", "x")], "directed": True},
        {"edges": []},
    ],
)
def test_pictures(picture):
    plot = (ruleset_of(lambda p: [], picture=lambda p: picture) @ 1).plot(kind="picture")
    ElementTree.fromstring(plot.svg)
    assert plot.kind == "picture" and plot.text()


def test_without_a_picture_there_is_text():
    for rules in ruleset_of(lambda p: [], picture=lambda p: None), ruleset_of(lambda p: []):
        assert "graph@1" in (rules @ 1).plot(kind="picture").text()


class Strip(sprague.Ruleset):
    """A strip where Left covers one square and Right two, and the other way round beside it."""

    def left_moves(self, p):
        a, b = p
        return {f"L{k}": to for k, to in enumerate([(a - 1, b)] * (a > 0) + [(a, b - 2)] * (b > 1))}

    def right_moves(self, p):
        a, b = p
        return [(a - 2, b)] * (a > 1) + [(a, b - 1)] * (b > 0)

    def negative(self, p):
        return p[::-1]


class Mute(Strip):
    def negative(self, p):
        return None


def test_negatives():
    for rules in Strip(), Mute():
        for p in product(range(4), repeat=2):
            assert (-(rules @ p)).value() == -rules.value(p) == rules.value(p[::-1])
            assert (rules @ p - rules @ p).solve().outcome == "loss" and (-(-(rules @ p))).text == (rules @ p).text
            assert (rules @ p).compare(rules @ p[::-1]) == rules.value(p).compare(-rules.value(p))
    both = rules @ (1, 1) + rules @ (1, 2)
    assert (-both).value() == -both.value() and (both - both).solve().outcome == "loss"


class Konane(sprague.Ruleset):
    asked = 0

    def left_moves(self, board):
        return self.jumps(board, "x", "o")

    def right_moves(self, board):
        return self.jumps(board, "o", "x")

    def jumps(self, board, mine, theirs):
        self.asked += 1
        across, found = board.index("/") + 1, []
        for start, step in product(range(len(board)), (-across, -1, 1, across)):
            after, at = list(board), start
            while board[start] == mine and 0 <= at + 2 * step < len(board) and (board[at + step], board[at + 2 * step]) == (theirs, "."):
                after[at] = after[at + step] = "."
                at += 2 * step
                after[at] = mine
                found.append("".join(after))
        return found


class Bounded(Konane):
    def bounds(self, board):
        # each jump takes a stone of the other player
        return (-board.count("x"), board.count("o"), None)

    def estimate(self, board):
        return (len(self.left_moves(board)) - len(self.right_moves(board))) / 4


def test_options_are_asked_once_and_for_fewer_positions_than_a_memo_asks():
    konane = Konane()
    # a memo asks for 14,141 positions, each with the player to move; here some hundreds, and a sample of them again
    answer = (konane @ "xoxox/oxoxo/xo..x/oxoxo/xoxox").solve(outcome_only=True)
    assert answer.outcome_class == "L" and konane.asked < 3_000


def test_bounds_and_estimates():
    board = "xoxo/ox.x/xoxo"
    plain, bounded = Konane(), Bounded()
    assert (bounded @ board).solve(outcome_only=True).outcome_class == (plain @ board).solve(outcome_only=True).outcome_class
    assert bounded.value("xo./.ox") == plain.value("xo./.ox")
    report = sprague.test(bounded, "xo./.ox")
    assert report.is_ok and report.held["values lie between their bounds"] > 0


@pytest.mark.parametrize(
    "bounds, how",
    [
        (7, "two to four ints"),
        ((0,), "two to four numbers"),
        ((0, "1"), "two to four ints"),
        ((1, 0), "at least 1 and at most 0"),
        ((0, 2**30), "1073741824 is not a bound"),
    ],
)
def test_what_is_no_bounds_is_raised(bounds, how):
    rules = type("Wrong", (Konane,), {"bounds": lambda self, board: bounds})()
    with pytest.raises(TypeError, match=how):
        rules.solve("xo./.ox", outcome_only=True)
    rules = type("Wrong", (Konane,), {"estimate": lambda self, board: bounds if bounds != 7 else "7"})()
    with pytest.raises(TypeError, match="not a number of moves"):
        rules.solve("xo./.ox", outcome_only=True)


def test_false_bounds_are_found():
    rules = type("False", (Konane,), {"bounds": lambda self, board: (2, 2)})()
    broken = sprague.test(rules, "xo./.ox").broken
    assert broken["law"] == "values lie between their bounds" and "at least 2, but is not" in broken["how"]
    with pytest.raises(TypeError, match="`bounds` goes with `left_moves`"):
        type("Wrong", (sprague.Ruleset,), {"moves": lambda self, p: [], "bounds": lambda self, p: (0, 0)})().nimber(1)


def test_two_rulesets_with_one_name_are_refused():
    one, other = ruleset_of(lambda p: range(p), "same"), ruleset_of(lambda p: [], "same")
    with pytest.raises(ValueError, match="two rulesets are called same"):
        one @ 1 + other @ 1
    with pytest.raises(ValueError, match="two rulesets are called same"):
        sprague.Session(one, other)
    assert (one @ 1 + one @ 2).solve().nimber == 3 and sprague.Session(one, one).solve("same@3").nimber == 3


def test_own_rules_hide_built_in_ones_of_the_same_name():
    mine = ruleset_of(lambda p: [p - 1] if p else [], "nim")
    assert (mine @ 4).solve().nimber == 0 and sprague.solve("nim@4").nimber == 4


def test_rows_ask_for_no_heap_beyond_them():
    asked = []
    rules = ruleset_of(None, heap_options=lambda n: asked.append(n) or [n - k for k in (1, 2) if k <= n])
    rows = rules.analyse(100)
    assert max(asked) == 100 and rows.period.period == 3 and not rows.period.is_proved
    assert rules.nimber(130) == 1 and max(asked) == 130
    assert rules.analyse(5, seek=200).period.period == 3 and max(asked) in (199, 200)
    assert sprague.table(rules, to=(9, 9)).array[2, 1] == 3 and max(asked) in (199, 200)


def test_plots_ask_for_no_heap_beyond_them():
    asked = []
    rules = ruleset_of(None, heap_options=lambda n: asked.append(n) or [n - 1] * (n > 0))
    assert sprague.plot(rules, to=30).kind == "points"
    assert max(asked) <= 30


def test_names():
    class TwoWords_2(sprague.Ruleset):
        def moves(self, p):
            return []

    assert TwoWords_2.name == "two-words-2" and (TwoWords_2() @ 1).text == "two-words-2@1"
    assert sprague.ruleset(lambda p: []).name == "rules" and sprague.ruleset(name="other")(lambda p: []).name == "other"
    for name in "Nim", "a b", "3d", "", "a@b", "é":
        with pytest.raises(ValueError, match="the name of a ruleset"):
            ruleset_of(lambda p: [], name) @ 1


def test_what_a_ruleset_needs():
    for functions in (
        {},
        {"left_moves": len},
        {"moves": len, "left_moves": len, "right_moves": len},
        {"moves": 3},
        {"heap_options": len, "moves": len},
        {"heap_options": len, "show": str},
        {"moves": len, "terminal_score": len, "terminal_outcome": len},
        {"heap_options": len, "terminal_score": len},
        {"moves": len, "score_bounds": len},
        {"moves": len, "summands": len, "terminal_outcome": len},
    ):
        with pytest.raises(TypeError):
            type("Odd", (sprague.Ruleset,), functions)().nimber(0)


def test_only_impartial_games_have_nimbers():
    for rules in Strip(), ruleset_of(lambda p: [], terminal_outcome=lambda p: "win"):
        with pytest.raises(sprague.SpragueError, match="no impartial game") as caught:
            rules.nimber((1, 1))
        assert not isinstance(caught.value, sprague.LoopyError)
    with pytest.raises(sprague.NotationError, match="sums have no meaning"):
        (rules @ 1 + "nim@1").solve()


def test_kayles_is_the_built_in_one():
    @sprague.ruleset
    def pins(n):
        return [(left, n - taken - left) for taken in range(1, min(n, 2) + 1) for left in range((n - taken) // 2 + 1)]

    ours, theirs = pins.analyse(300), sprague.analyse("kayles", 300)
    assert np.array_equal(ours.nimbers, theirs.nimbers) and np.array_equal(ours.outcomes, theirs.outcomes)
    assert ours.period[:3] == theirs.period[:3] and not ours.period.is_proved and theirs.period.is_proved
    assert (pins @ (12, 4)).solve().nimber == sprague.solve("kayles@12,4").nimber


class Wythoff(sprague.Ruleset):
    def moves(self, heaps):
        a, b = heaps
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k


def test_wythoff_is_the_built_in_one():
    ours, theirs = Wythoff().table(20, 20), sprague.table("wythoff", to=(19, 19))
    assert np.array_equal(ours, theirs.array) and ours.dtype == np.uint64 and ours.shape == (20, 20)
    session = sprague.Session(Wythoff())
    assert np.array_equal(session.table("wythoff@{x}.{y}", x=(0, 4), y=(0, 5)).array, theirs.array[:5, :6])


def test_cram_on_bits_is_the_built_in_one():
    for tall, wide in (2, 2), (2, 3), (3, 3), (3, 4), (1, 9):
        bits = [1 << k for k in range(tall * wide)]
        dominoes = [bits[k] | bits[k + 1] for k in range(tall * wide) if (k + 1) % wide] + [a | b for a, b in zip(bits, bits[wide:])]
        cram = ruleset_of(lambda p: [p | domino for domino in dominoes if not p & domino], "cram-of-bits")
        assert cram.nimber(0) == sprague.solve(f"cram@{tall}x{wide}").nimber


def test_answers_do_not_depend_on_what_was_asked_before():
    rules = Wythoff()
    table = rules.table(9, 9)
    for p in [(8, 8), (3, 5), (1, 1)]:
        assert rules.nimber(p) == Wythoff().nimber(p) == table[p]
    rules.forget()
    assert np.array_equal(rules.table(9, 9), table)


class Fives(sprague.Ruleset):
    """Take one or two tokens; who leaves a multiple of 5 goes on, and the other player passes."""

    def moves(self, position):
        heap, passes = position
        if passes:
            return {"pass": (heap, 0)}
        return {f"take {k}": (heap - k, int((heap - k) % 5 == 0)) for k in (1, 2) if k <= heap}

    def is_entailed(self, position):
        return position[1] == 1


def fives_by_turns(heap, nim):
    """Whether the player to move wins beside a heap of Nim: after a multiple of 5 the same player moves on."""

    @cache
    def wins(heap, nim):
        taken = [(heap - k, nim, (heap - k) % 5 == 0) for k in (1, 2) if k <= heap] + [(heap, less, False) for less in range(nim)]
        return any(wins(*after) == again for *after, again in taken)

    return wins(heap, nim)


def test_moves_that_entail_the_next_one():
    fives = Fives()
    for heap in range(13):
        for nim in range(4):
            answer = (fives @ (heap, 0) + f"nim@{nim}").solve()
            assert (answer.outcome == "win") == fives_by_turns(heap, nim), (heap, nim)
    answer = fives.solve((2, 0))
    assert (answer.nimber, answer.value) == (None, "loony")
    assert [move.label for move in answer.winning_moves] == ["take 1"]
    with pytest.raises(ValueError, match="nothing|entail"):
        fives.value((2, 0))
    with pytest.raises(TypeError, match="`is_entailed` works only with `moves`"):
        ruleset_of(None, left_moves=lambda p: [], right_moves=lambda p: [], is_entailed=lambda p: False).solve(0)


class ToadsAndFrogs(sprague.Ruleset):
    def __init__(self):
        self.asked = 0

    def left_moves(self, lane):
        self.asked += 1
        return [f"{lane[:at]}{new}{lane[at + len(new) :]}" for at in range(len(lane)) for old, new in (("T.", ".T"), ("TF.", ".FT")) if lane.startswith(old, at)]

    def right_moves(self, lane):
        self.asked += 1
        return [f"{lane[:at]}{new}{lane[at + len(new) :]}" for at in range(len(lane)) for old, new in ((".F", "F."), (".TF", "FT.")) if lane.startswith(old, at)]


def test_an_outcome_asks_about_as_few_positions_as_a_memo():
    for lane in "TTT...FFF", "TTTT...FFFF", "TTT....FFFF":
        for first in "left", "right":
            plain, rules = ToadsAndFrogs(), ToadsAndFrogs()

            @cache
            def wins(lane, player):
                options = plain.left_moves(lane) if player == "left" else plain.right_moves(lane)
                return any(not wins(option, "right" if player == "left" else "left") for option in options)

            assert rules.outcome(lane, first=first) == ("win" if wins(lane, first) else "loss")
            assert rules.asked <= 2 * plain.asked
            rules.asked = 0
            rules.outcome(lane, first=first)
            rules.solve(lane)
            again = rules.asked
            rules.solve(lane)
            assert rules.asked <= again + 2


def test_a_nimber_asks_about_each_position_once():
    count = [0]

    def moves(p):
        count[0] += 1
        a, b = p
        return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)] + [(a - k, b - k) for k in range(1, min(p) + 1)]

    rules = sprague.ruleset(moves, name="own-wythoff")
    assert rules.nimber((20, 25)) == sprague.solve("wythoff@20.25").nimber and count[0] <= 1.3 * 21 * 26
    count[0] = 0
    assert rules.nimber((20, 25)) and rules.nimber((19, 24)) and count[0] == 0

"""Rulesets and positions in copies: by `pickle`, as a process pool sends them, by `copy`, and after `forget`."""

import pickle
from copy import copy, deepcopy
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from test_rulesets import Point, Rows, ruleset_of

import sprague


class Things(sprague.Ruleset):
    """Positions that are objects: the numbers of a frozenset go one by one."""

    def __init__(self, most=1):
        self.most = most

    def moves(self, p):
        return [p - {k} for k in p]


@dataclass
class Data(sprague.Ruleset):
    name: str = "data"
    limits: tuple[int, ...] = (1, 2)

    def moves(self, p):
        return [Point(p.x - k, p.y) for k in self.limits if k <= p.x]


@dataclass(slots=True)
class Slots(sprague.Ruleset):
    most: int

    def moves(self, p):
        return range(max(0, p - self.most), p)


@dataclass(frozen=True)
class Frozen(Things):
    most: int = 5


@sprague.ruleset
def fractions(p):
    return [p - 1] if p >= 1 else []


@sprague.ruleset
def halves(n):
    return [n // 2] if n else []


def again(what):
    """A copy as another process gets it."""
    return pickle.loads(pickle.dumps(what))


KEPT = [(Things(), frozenset({1, 2, 3})), (Slots(2), 5), (Frozen(), frozenset({1})), (Data(), Point(5, "x")), (fractions, Fraction(7, 2)), (fractions, 2.5), (halves, 5), (Rows(), (2, 3))]


@pytest.mark.parametrize(("rules", "value"), KEPT, ids=lambda value: repr(value)[:20])
def test_positions_are_copied_and_pickled(rules, value):
    position = rules @ value
    nimber = position.solve().nimber
    for of in again, deepcopy, copy:
        new = of(position)
        assert new == position and hash(new) == hash(position) and new.solve().nimber == nimber
        assert (new + position).solve().nimber == 0 and (position + new + rules @ value).solve().nimber == nimber
        assert of(rules).nimber(value) == nimber and sprague.Session(of(rules)).solve(position).nimber == nimber
    after = position.after(position.solve(all_moves=True).moves[0])
    session = sprague.Session(rules)
    texts = str(position), str(after)
    rules.forget()
    assert position.solve().nimber == nimber == session.solve(position).nimber
    assert after.solve().nimber == rules.nimber(rules.options(value)[0]) and again(after) == after
    assert len({position, again(position), deepcopy(position)}) == 1 and (str(position), str(after)) == texts


def test_objects_that_look_alike_stay_apart_in_copies():
    things, rules = [Alike(k) for k in range(3)], ruleset_of(lambda p: [], name="alike")
    for thing in things:
        rules @ thing
    last = rules @ things[2]
    assert str(last) == 'alike@"alike#3"'
    session = sprague.Session(rules)
    rules.forget()
    assert str(last) == 'alike@"alike"' and session.solve(last).position == 'alike@"alike#3"'


@dataclass(frozen=True)
class Alike:
    k: int

    def __repr__(self):
        return "alike"


def test_rules_of_one_class_are_the_same_if_their_state_is():
    assert (Things() @ frozenset({1}) + Things() @ frozenset({1, 2})).solve().nimber == 1
    arrays = Things(np.arange(3))
    assert (arrays @ frozenset({1}) + deepcopy(arrays) @ frozenset({1})).solve().nimber == 0
    with pytest.raises(ValueError, match="two rulesets are called slots"):
        Slots(2) @ 5 + Slots(3) @ 5
    for other in Things(2), Things(np.arange(2)), sprague.ruleset(lambda p: [], name="things"):
        with pytest.raises(ValueError, match="two rulesets are called things"):
            Things() @ frozenset() + other @ frozenset()


def test_rulesets_by_decorator_are_pickled():
    for rules in fractions, halves:
        assert again(rules).nimber(3) == rules.nimber(3)
        assert pickle.loads(pickle.dumps(again(rules))).name == rules.name
        # a copy in another process, where its function still has its first name
        copied, function = again(rules), getattr(rules, rules._kind)
        function.__qualname__ = function.__name__
        assert again(copied).nimber(3) == rules.nimber(3)
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(sprague.ruleset(lambda p: [], name="nothing"))


def test_names_of_classes_become_names_of_rulesets():
    names = {"Émile": "emile", "ToadsAndFrogs": "toads-and-frogs", "_X2": "x2", "Ω": "rules"}
    assert {name: type(name, (sprague.Ruleset,), {}).name for name in names} == names

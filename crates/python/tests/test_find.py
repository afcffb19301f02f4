"""Searches for positions, beside a loop over what they ask."""

import sprague
import pytest


def texts(**options):
    return [found.position for found in sprague.find(**options)]


@pytest.mark.parametrize(
    ("family", "size", "where", "has"),
    [
        ("domineering", {"squares": 7}, "temperature >= 1", lambda value: value.temperature >= 1),
        ("domineering", {"to": (2, 3)}, "value || 0", lambda value: value.compare(0) == "||"),
        ("clobber", {"to": (2, 3)}, "value > 0 or value < 0", lambda value: value.compare(0) in "<>"),
        ("kayles", {"to": 60}, "nimber >= 5", lambda value: int(str(value).lstrip("*") or "1") >= 5),
        ("asymmetric:1,4/2,3", {"to": 40}, "mean > 0 and not number", lambda value: value.mean > 0 and value.number is None),
        ("game", {"day": 2}, "left_stop > right_stop", lambda value: value.left_stop > value.right_stop),
    ],
)
def test_a_search_is_a_loop_over_values(family, size, where, has):
    everything = texts(family=family, **size)
    found = texts(family=family, where=where, **size)
    assert found == texts(family=family, where=where, jobs=1, **size)
    assert 0 < len(found) < len(everything)
    if family != "domineering":
        assert found == [position for position in everything if has(sprague.value(position))]
        return
    # a board of Domineering stands for itself and its negative, of which the one that has the property is told
    turned = {each.position: each.number for each in sprague.find(family, where=where, **size)}
    numbers = {each.number: each.position for each in sprague.find(family, **size)}
    wanted = {number for number, position in numbers.items() if has(sprague.value(position)) or has(-sprague.value(position))}
    assert set(turned.values()) == wanted and all(has(sprague.value(position)) for position in turned)


def test_positions_are_told_one_after_another_without_all_being_held():
    search = sprague.find("kayles", to=10**9, where="nimber = 8")
    first = next(search)
    assert (first.position, first["nimber"], first.size) == ("kayles@23", 8, 23) or first["nimber"] == 8
    del search


def test_parts_are_the_whole():
    whole = [(found.number, found.position) for found in sprague.find("cram", squares=7)]
    parts = [[(found.number, found.position) for found in sprague.find("cram", squares=7, shard=(part, 3))] for part in (1, 2, 3)]
    assert sorted(sum(parts, [])) == whole and len(whole) == 108


def test_a_summary_ends_the_search():
    search = sprague.find("cram", to=(2, 3), histogram="nimber")
    next(search)
    summary = search.summary()
    assert summary.found == summary.looked_at == sum(found for _, found in summary.sizes.values()) == sum(summary.histogram.values())
    assert list(search) == []


def test_a_limit_is_raised_behind_what_was_found():
    search = sprague.find("domineering", squares=14, limit_time=0.3)
    with pytest.raises(sprague.LimitReached) as reached:
        for found in search:
            assert found.size == 14
    assert reached.value.limit == "time" and reached.value.known["looked_at"] > 0


def test_rules_in_python_are_searched_too():
    @sprague.ruleset(name="take-one-or-two")
    def options(heap: int) -> list[int]:
        return [heap - k for k in (1, 2) if k <= heap]

    start = options @ 5
    reached = list(sprague.find(from_=start, where="nimber = 0"))
    assert len(reached) == 2 and reached[0].line[0][0] is None


def test_questions_without_a_meaning_name_the_keyword():
    for options, name in [({"family": "cram"}, "to"), ({"family": "cram", "to": 3}, "to"), ({"family": "nim", "squares": 3}, "squares")]:
        with pytest.raises(ValueError, match=name):
            list(sprague.find(**options))
    with pytest.raises(ValueError, match="temperature"):
        list(sprague.find("cram", squares=3, where="temprature > 1"))


class Tree(sprague.Ruleset):
    """Binary trees, numbered as a heap, which are cut at a branch."""

    def __init__(self, most):
        self.most, self.asked = most, 0

    def moves(self, p):
        self.asked += 1
        return [child for child in (2 * p, 2 * p + 1) if child <= self.most]


def test_rules_in_python_are_asked_about_once_for_each_position():
    tree = Tree(2000)
    found = [(found.position, found["nimber"]) for found in sprague.find(from_=tree @ 1, where="nimber >= 0")]
    assert len(found) == 2000 and tree.asked <= 1.3 * 2000
    plain = Tree(2000)
    assert found == [(f"tree@{p}", plain.nimber(p)) for p in range(1, 2001)]


def test_positions_of_huge_rules_are_told_one_after_another():
    asked = []

    def moves(p):
        asked.append(p)
        return [2 * p, 2 * p + 1] if p < 2**40 else []

    search = sprague.find(from_=sprague.ruleset(moves, name="huge") @ 1, where="size < 40")
    assert [next(search).position for _ in range(3)] == ["huge@1", "huge@2", "huge@3"]
    assert len(set(asked)) < 5000
    del search


def test_what_rules_raise_while_positions_are_searched_comes_out():
    rules = sprague.ruleset(lambda p: [p - 1] if p > 3 else [1 // 0], name="raises")
    search = sprague.find(from_=rules @ 9)
    with pytest.raises(ZeroDivisionError) as raised:
        list(search)
    assert raised.traceback[-1].name == "<lambda>"
    assert list(search) == []


def test_positions_of_sums_and_partizan_rules_are_what_they_are_worth():
    class Cut(sprague.Ruleset):
        def left_moves(self, p):
            return range(p)

        def right_moves(self, p):
            return [p - 1] if p > 1 else []

    cut, nim = Cut(), sprague.ruleset(lambda p: range(p), name="own")
    for start in cut @ 3 + "domineering@2x2", nim @ 2 + "cram@2x3", cut @ 2 + cut @ 3, sprague.position("cram@2x2 + wythoff@1.2"):
        found = list(sprague.find(from_=start, where="value || 0 or not (value || 0)"))
        session = sprague.Session(*start.rulesets)
        assert len(found) > 5
        assert [each["value"] for each in found] == [session.value(each.position) for each in found]


def test_what_rules_that_contradict_themselves_said_is_forgotten():
    asked = []

    def moves(p):
        asked.append(p)
        return range(p) if len(asked) <= 7 else []

    rules = sprague.ruleset(moves, name="fickle")
    with pytest.raises(sprague.RulesError):
        list(sprague.find(from_=rules @ 5, where="nimber >= 0"))
    assert rules.nimber(5) == 0, "the rules are asked again, and now nothing can be moved"


def test_searches_inside_of_each_other_end():
    class Inside(sprague.Ruleset):
        def moves(self, p):
            list(sprague.find(from_=self @ (p + 1)))
            return []

    with pytest.raises(RecursionError):
        list(sprague.find(from_=Inside() @ 0))

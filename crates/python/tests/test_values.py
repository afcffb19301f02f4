"""Values against Conway's definitions, worked out here in the slowest way."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague
from sprague import Value

settings.register_profile("values", max_examples=150, deadline=None)
settings.load_profile("values")

# games as pairs of tuples of games: the options of Left and those of Right
ZERO = ((), ())
FORMS = st.recursive(
    st.just(ZERO),
    lambda games: st.tuples(*[st.lists(games, max_size=2).map(tuple)] * 2),
    max_leaves=7,
)
DYADICS = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-40, 40), st.integers(0, 4))
NAMES = st.sampled_from(["0", "1", "*", "*2", "*3", "^", "v", "^*", "^2", "{1|-1}", "{2|0}", "{0||0|-2}", "{1|*}", "{3|{1|-1/2}}", "5/8"])
VALUES = st.one_of(NAMES.map(Value), DYADICS.map(Value), FORMS.map(lambda game: Value(written(game))))


def written(game):
    """The game as text."""
    left, right = (",".join(map(written, options)) for options in game)
    return f"{{{left}|{right}}}"


def written_of(left, right):
    """The value with these options."""
    return Value("{%s|%s}" % (",".join(map(str, left)), ",".join(map(str, right))))


@cache
def at_most(g, h):
    """Whether g <= h, by the definition: Left cannot win g - h by moving first."""
    return not any(at_most(h, left) for left in g[0]) and not any(at_most(right, g) for right in h[1])


@cache
def plus(g, h):
    return tuple(
        tuple([plus(option, h) for option in g[side]] + [plus(g, option) for option in h[side]]) for side in (0, 1)
    )


@cache
def negative(g):
    return tuple(map(negative, g[1])), tuple(map(negative, g[0]))


@cache
def stop(g, side):
    """The number that is reached if this player starts."""
    value = Value(written(g))
    if value.number is not None:
        return value.number
    return (max, min)[side](stop(option, 1 - side) for option in g[side])


@given(FORMS, FORMS)
def test_the_order_is_that_of_the_definition(g, h):
    a, b = Value(written(g)), Value(written(h))
    relation = {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}[at_most(g, h), at_most(h, g)]
    assert a.compare(b) == relation == sprague.compare(f"game@{written(g)}", f"game@{written(h)}")
    assert (a <= b, a >= b, a == b, a < b, a > b, a.is_confused_with(b)) == (
        at_most(g, h),
        at_most(h, g),
        relation == "=",
        relation == "<",
        relation == ">",
        relation == "||",
    )
    assert (a != b) is not (a == b)


@given(FORMS, FORMS)
def test_sums_and_negatives_are_those_of_the_definition(g, h):
    assert Value(written(g)) + Value(written(h)) == Value(written(plus(g, h)))
    assert -Value(written(g)) == Value(written(negative(g)))


@given(FORMS)
def test_classes_and_stops_are_those_of_the_definition(g):
    value = Value(written(g))
    assert value.outcome_class == {(True, True): "P", (True, False): "R", (False, True): "L", (False, False): "N"}[
        at_most(g, ZERO), at_most(ZERO, g)
    ]
    if value.number is None:
        assert (value.left_stop, value.right_stop) == (stop(g, 0), stop(g, 1))
    else:
        assert value.left_stop == value.right_stop == value.number


@given(VALUES, VALUES, VALUES)
def test_values_are_a_group(a, b, c):
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + 0 == a == 0 + a and a - a == 0 == -a + a and -(-a) == a and +a is a
    assert a - b == a + -b == -(b - a)
    assert bool(a) is (a != 0)


@given(VALUES, VALUES, VALUES)
def test_they_are_ordered(a, b, c):
    assert a <= a and (not (a <= b and b <= a) or a == b)
    assert not (a <= b and b <= c) or a <= c
    assert (a <= b) == (a + c <= b + c) == (-b <= -a) == (a - b <= 0)
    assert (a < b) == (b > a) == (a <= b and a != b) and (a >= b) == (b <= a)


@given(VALUES, VALUES)
def test_equal_values_have_one_hash(a, b):
    for x, y in ((a, b), (a + b, b + a), (a + b - b, a)):
        assert x != y or hash(x) == hash(y)
    assert len({a, a + b - b, Value(str(a))}) == 1
    if a.number is not None:
        assert hash(a) == hash(a.number) and {a.number: 1}[a] == 1


@given(VALUES, VALUES)
def test_means_add_and_stops_enclose_them(a, b):
    assert (a + b).mean == a.mean + b.mean and (-a).mean == -a.mean
    assert a.left_stop >= a.mean >= a.right_stop and (-a).left_stop == -a.right_stop
    assert (a + b).temperature <= max(a.temperature, b.temperature)
    assert (a.left_stop == a.right_stop) or a.temperature > 0
    assert (a.temperature < 0) == (a.number is not None)


@given(VALUES)
def test_text_reads_back(a):
    for again in Value(str(a)), Value(f"game@{a}"), sprague.value(f"game@{a}"), eval(repr(a), {"Value": Value}):
        assert again == a and str(again) == str(a)


@given(VALUES)
def test_options_make_the_value_again(a):
    assert written_of(a.left_options, a.right_options) == a
    assert all(option < a or option.is_confused_with(a) for option in a.left_options)
    assert all(option > a or option.is_confused_with(a) for option in a.right_options)
    assert a.birthday == max((option.birthday + 1 for option in a.left_options + a.right_options), default=0)


@given(FORMS)
def test_nobody_is_born_later_than_written(g):
    depth = lambda game: max((1 + depth(option) for options in game for option in options), default=0)
    assert Value(written(g)).birthday <= depth(g)


@given(DYADICS, DYADICS)
def test_numbers_are_fractions(x, y):
    a, b = Value(x), Value(y)
    assert a.number == x and (a + b).number == x + y and (-a).number == -x and a + y == x + b == x + y
    assert (a < b, a <= b, a == b, a >= y, y < a, a == x) == (x < y, x <= y, x == y, x >= y, y < x, True)
    assert a - y == x - y == x - b and hash(a) == hash(x) and a.mean == a.left_stop == x


@pytest.mark.parametrize("n", [0, 1, -1, 7, -30, 10**6, 10**100, -(2**300)])
def test_ints_are_values(n):
    assert Value(n) == n and Value(n).number == n and Value(n) + 1 == n + 1 and hash(Value(n)) == hash(n)
    assert Value(n).birthday == abs(n) and n < Value(n) + "^" and sorted([Value(n), n - 1, Value(n + 1)])[0] == n - 1


def test_what_is_no_value_is_not_equal():
    assert Value("1/2") != Fraction(1, 3) and Value("^") != Fraction(1, 3)
    assert Value(1) != 1.5 and Value(1) != "1" and Value(1) != None and Value(1) != [1]  # noqa: E711
    with pytest.raises(ValueError, match=r"a value such as 1/2, \^ \(up\)"):
        sprague.Value("upper")
    assert Value("up") == Value("^") and Value("star") == Value("*")
    with pytest.raises(sprague.NotationError, match="power of 2"):
        Value(Fraction(1, 3))
    for nonsense in 0.5, None, [1], b"1":
        with pytest.raises(TypeError):
            Value(nonsense)
        with pytest.raises(TypeError):
            Value(1) + nonsense
        with pytest.raises(TypeError):
            Value(1) < nonsense
        with pytest.raises(TypeError):
            Value(1) * nonsense
    assert Value(True) == 1 and Value() == 0


@given(VALUES, st.integers(-6, 6))
def test_copies(a, n):
    total = Value(0)
    for _ in range(abs(n)):
        total += a if n > 0 else -a
    assert n * a == a * n == total


@given(VALUES, VALUES, DYADICS)
def test_cooling_is_additive_and_ends_at_the_mean(a, b, t):
    t = abs(t)
    assert (a + b).cool(t) == a.cool(t) + b.cool(t)
    assert a.cool(0) == a and a.cool(t).mean == a.mean
    if t > a.temperature:
        assert a.cool(t) == a.mean
    wall = a.thermograph
    assert wall.mean == a.mean and wall.temperature == a.temperature


@given(VALUES, DYADICS)
def test_heating_is_that_of_the_definition_and_cooling_undoes_it(a, t):
    t = abs(t)
    heated = lambda value: value if value.number is not None else written_of(
        [heated(option) + t for option in value.left_options], [heated(option) - t for option in value.right_options]
    )
    assert a.heat(t) == heated(a)
    assert a.heat(t).cool(t) == a


@given(VALUES)
def test_reduced_values_differ_by_an_infinitesimal(a):
    difference = a.reduced - a
    assert Fraction(-1, 64) < difference < Fraction(1, 64) and a.reduced.reduced == a.reduced


def test_known_values():
    assert Value("^") > 0 and Value("^").is_confused_with("*") and Value("^2") > "*" and Value("^") < Fraction(1, 2**50)
    assert Value("{0|*}") == Value("^")
    assert Value("{2|0}").cool(1) == Value(1) + "*" and Value("*").heat(1) == Value("{1|-1}")
    assert Value("1").norton("^") == Value("^") and Value("{0||0|-2}").name == "tiny-2"
    assert Value("1").ordinal_sum("1") == 2 and Value("*").ordinal_sum("*") == Value("*2")
    assert 10**30 * Value("*") == 0 and (1000 * Value("^")).atomic_weight == 1000
    assert sum([Value("*"), Value("*2")], Value(0)) == Value("*3") and sum([Value("1/2")] * 4) == 2


def test_nonsense_raises():
    for text in "", "nim@3", "1/3", "{", "{1|", "{" * 10**5, "{" * 10**5 + "|" + "}" * 10**5, "x", "1 1", "*-1":
        with pytest.raises(sprague.NotationError):
            Value(text)
    for by, why in (-2, "at least -1"), ("{1|-1}", "a number"), ("^", "a number"):
        with pytest.raises(sprague.SpragueError, match=why):
            Value("{2|0}").cool(by)
    with pytest.raises(sprague.SpragueError, match="positive"):
        Value("1").norton(-1)
    with pytest.raises(sprague.LimitReached):
        sum([Value(f"{{{n}|{{1|-{n}}}}}") for n in range(1, 9)], Value(0)).plus("^", limit_positions=2)


def test_numpy_ints_are_values():
    assert Value(np.int64(3)) == 3 and Value(3) == np.int64(3) and np.int64(2) * Value("*") == 0
    assert Value("*") + np.int8(1) > np.uint64(0) and Value(2) - np.int64(2) == 0
    assert (np.array([Value("*"), Value(1)]) + Value("*")).tolist() == [0, Value("1*")]


def test_values_that_are_numbers_are_rounded_and_others_have_no_int():
    value = sprague.Value("-7/4")
    assert (int(value), round(value), round(value, 1), abs(value), float(value)) == (-1, -2, Fraction(-9, 5), Fraction(7, 4), -1.75)
    assert abs(sprague.Value("v")) == sprague.Value("^") and abs(sprague.Value(0)) == 0
    for ask in int, round, float, abs:
        with pytest.raises(TypeError, match=r"Value\('\*'\) is"):
            ask(sprague.Value("*"))


def test_thermographs_are_compared():
    one, other = (sprague.value(sum).thermograph for sum in ("game@{2|0}", "game@{2|0}+nim@1"))
    assert one == sprague.Value("{2|0}").thermograph and hash(one) == hash(sprague.Value("{2|0}").thermograph)
    assert one != sprague.Value("{3|-1}").thermograph and one != 5 and (one == other) == (one.left == other.left and one.right == other.right)

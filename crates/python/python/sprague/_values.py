"""Values of partizan games, which can be added, compared and cooled like numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from numbers import Integral, Rational
from typing import TYPE_CHECKING, Any, SupportsIndex, Union, overload

from . import _sprague
from ._limits import Limits, Player, Theme, checked, error, keywords, text
from ._record import OutcomeClass, picture_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._answers import Plot

    Valued = Union["Value", SupportsIndex, Fraction, str]

NO_LIMITS: dict[str, Any] = {}


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


class Thermograph:
    """The thermograph of a value: the stops of both players for every tax on moves.

    >>> import sprague
    >>> thermograph = sprague.Value("{2|0}").thermograph
    >>> thermograph.mean, thermograph.temperature
    (Fraction(1, 1), Fraction(1, 1))
    """

    def __init__(self, value: Value) -> None:
        report = value._report()
        self._value = value
        self.left = [(Fraction(t), Fraction(x)) for t, x in report["thermograph"]["left"]]
        """The corners of the left wall: temperature and number; below the first it is a straight line, above the last the mast."""
        self.right = [(Fraction(t), Fraction(x)) for t, x in report["thermograph"]["right"]]
        """The corners of the right wall."""

    @property
    def mean(self) -> Fraction:
        """The mean, which is the position of the mast."""
        return self._value.mean

    @property
    def temperature(self) -> Fraction:
        """The temperature, which is the tax at which the mast begins."""
        return self._value.temperature

    def __repr__(self) -> str:
        return f"<thermograph: mean {self.mean}, temperature {self.temperature}>"

    def __eq__(self, other: object) -> bool:
        return (self.left, self.right) == (other.left, other.right) if isinstance(other, Thermograph) else NotImplemented

    def __hash__(self) -> int:
        return hash((*self.left, *self.right))

    def plot(self, *, theme: Theme = "auto", **limits: Unpack[Limits]) -> Plot:
        """Draws the thermograph."""
        from ._session import plot

        return plot(f"game@{self._value}", kind="thermograph", theme=theme, **limits)

    def _repr_svg_(self) -> str | None:
        return picture_of(self.plot)


class Value:
    """The value of a game in canonical form, as `sprague.value` returns it or as written in `Value("{1|-1}")`.

    Values can be added, negated and compared by Conway's order, in which two values may be confused: neither `<=` nor `>=`. Ints,
    fractions whose denominator is a power of two, and text represent values: up is `^`, down `v`, star `*`. Words are errors.

    >>> import sprague
    >>> v = sprague.value("domineering@2x2")
    >>> v
    Value('{1|-1}')
    >>> v + v == 0, v <= 1, v <= 0, v.is_confused_with(0)
    (True, False, False, True)
    >>> v.temperature
    Fraction(1, 1)
    >>> sprague.Value("1/2") + sprague.Value("^") > 0
    True
    """

    __slots__ = ("_raw",)

    def __init__(self, value: Valued | Rational = 0, **limits: Unpack[Limits]) -> None:
        if isinstance(value, Value):
            self._raw: _sprague.RawValue = value._raw
        elif isinstance(value, VALUED):
            self._raw = _sprague.RawValue.read(amount_in_text("a value", value).removeprefix("game@"), keywords(limits))
        else:
            raise error(value, "a value", VALUE, TypeError)

    @classmethod
    def _of(cls, raw: _sprague.RawValue) -> Value:
        value = cls.__new__(cls)
        value._raw = raw
        return value

    def __reduce__(self) -> tuple[type[Value], tuple[str]]:
        # as text, which is parsed again
        return Value, (str(self),)

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, memo: object) -> Value:
        return self

    def _report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self._raw.report(NO_LIMITS))
        return report

    @property
    def text(self) -> str | None:
        """The text of the value, which `Value` can parse. None if it is too long."""
        return self._raw.text

    @property
    def name(self) -> str | None:
        """The name of the value, if it has one, such as a switch or tiny."""
        return self._report().get("name")

    @property
    def canonical(self) -> Any:
        """The canonical form as nested lists of left and right options. None if it is too long."""
        return self._report()["canonical"]

    @property
    def outcome_class(self) -> OutcomeClass:
        """The outcome class: P, N, L or R."""
        outcome_class: OutcomeClass = self._report()["outcome_class"]
        return outcome_class

    @property
    def left_stop(self) -> Fraction:
        """The number at which play ends if Left starts and both play well."""
        return Fraction(self._report()["left_stop"])

    @property
    def right_stop(self) -> Fraction:
        """The number at which play ends if Right starts and both play well."""
        return Fraction(self._report()["right_stop"])

    @property
    def mean(self) -> Fraction:
        """The mean value of a copy in a sum of many copies."""
        return Fraction(self._report()["mean"])

    @property
    def temperature(self) -> Fraction:
        """The urgency of a move. It is negative for numbers."""
        return Fraction(self._report()["temperature"])

    @property
    def thermograph(self) -> Thermograph:
        """The stops of both players for every tax on moves."""
        return Thermograph(self)

    @property
    def birthday(self) -> int:
        """The day on which the value is born."""
        return int(self._report()["birthday"])

    @property
    def number(self) -> Fraction | None:
        """The number to which the value is equal, if there is one."""
        return _fraction(self._report()["number"])

    @property
    def atomic_weight(self) -> Value | None:
        """The atomic weight, if the value is atomic."""
        weight = self._report()["atomic_weight"]
        return None if weight is None else Value(weight)

    @property
    def reduced(self) -> Value:
        """The simplest value at an infinitesimal distance."""
        return self._changed("ReducedCanonicalForm")

    @property
    def left_options(self) -> list[Value]:
        """Left's options in canonical form."""
        return [Value._of(option) for option in self._raw.options("left")]

    @property
    def right_options(self) -> list[Value]:
        """Right's options in canonical form."""
        return [Value._of(option) for option in self._raw.options("right")]

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object that the program prints."""
        return self._report()

    def _changed(self, method: str, *by: Valued, **limits: Unpack[Limits]) -> Value:
        return Value._of(self._raw.changed(method, [Value(one)._raw for one in by], keywords(limits)))

    def then(self, methods: str, **limits: Unpack[Limits]) -> Value:
        """Returns the value after these methods, which have the names of CGSuite and are applied in order.

        >>> import sprague
        >>> sprague.Value("{3||2*|1*}").then("Cool(1/2).Freeze")
        Value('9/4*')
        """
        return Value._of(self._raw.then(methods, keywords(limits)))

    def cool(self, by: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the value cooled by a number of at least -1, which is a tax on every move.

        >>> import sprague
        >>> sprague.Value("{2|0}").cool(1)
        Value('1*')
        """
        return self._changed("Cool", by, **limits)

    def heat(self, by: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the value heated by another one. Numbers do not change, and every other move gains that value."""
        return self._changed("Heat", by, **limits)

    def norton(self, by: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the Norton product with a positive value."""
        return self._changed("NortonProduct", by, **limits)

    def conway(self, by: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns Conway's product, which is the usual product for numbers and for nimbers.

        >>> import sprague
        >>> sprague.Value("*4").conway("*4")
        Value('*6')
        """
        return self._changed("ConwayProduct", by, **limits)

    def overheat(self, start: Valued, to: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the value overheated: an integer n becomes n times the first argument, and all other moves gain the second."""
        return self._changed("Overheat", start, to, **limits)

    def power(self, exponent: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the power of a value {0|h}, such as up. The exponent is at least 1.

        >>> import sprague
        >>> sprague.Value("^").power(2)
        Value('{0|v*}')
        """
        return self._changed("Pow", exponent, **limits)

    def power_to(self, exponent: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the sum of the powers from the first to that with this exponent."""
        return self._changed("PowTo", exponent, **limits)

    def companion(self, **limits: Unpack[Limits]) -> Value:
        """Returns the companion, in which 0 and * are exchanged. The order of games born by the same day does not change.

        >>> import sprague
        >>> sprague.Value("^").companion()
        Value('^*')
        """
        return self._changed("Companion", **limits)

    def freeze(self, **limits: Unpack[Limits]) -> Value:
        """Returns the value cooled by its own temperature."""
        return self._changed("Freeze", **limits)

    @checked
    def incentives(self, player: Player, **limits: Unpack[Limits]) -> list[Value]:
        """Returns the gains of a player's moves that no other gain exceeds.

        >>> import sprague
        >>> sprague.Value("{2|-1}").incentives("left")
        [Value('{3|0}')]
        """
        return [Value._of(gain) for gain in self._raw.incentives(player, keywords(limits))]

    def facts(self, **limits: Unpack[Limits]) -> dict[str, Any]:
        """Returns the kinds to which the value belongs, its incentives, companion, frozen value and stop count.

        >>> import sprague
        >>> sprague.Value("{1|-1}").facts()["is"]
        ['switch', 'even', 'odd-tempered']
        """
        facts: dict[str, Any] = json.loads(self._raw.facts(keywords(limits)))
        return facts

    def cgsuite(self, **limits: Unpack[Limits]) -> str | None:
        """Returns the text that CGSuite 2 writes and `Value` can parse, or None if it is too long.

        >>> import sprague
        >>> sprague.Value("{0|{0|-2}}").cgsuite()
        'Tiny(2)'
        """
        return self._raw.cgsuite(keywords(limits))

    def ordinal_sum(self, other: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the ordinal sum with this value as the base. A move in the base removes the other value."""
        return self._changed("OrdinalSum", other, **limits)

    def conjunctive_sum(self, other: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the sum in which each move is made in both values, and which ends when either ends.

        >>> import sprague
        >>> sprague.Value(3).conjunctive_sum(5)
        Value('3')
        """
        return self._changed("ConjunctiveSum", other, **limits)

    def selective_sum(self, other: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the sum in which each move is made in one value or in both."""
        return self._changed("SelectiveSum", other, **limits)

    def plus(self, other: Valued, **limits: Unpack[Limits]) -> Value:
        """Returns the sum, like `+`, within its own limits."""
        return Value._of(self._raw.plus(Value(other)._raw, keywords(limits)))

    def compare(self, other: Valued, **limits: Unpack[Limits]) -> str:
        """Returns `<`, `=`, `>`, or `||` if the values are confused.

        >>> import sprague
        >>> sprague.Value("*").compare(0)
        '||'
        """
        return self._raw.relation(Value(other)._raw, keywords(limits))

    def is_confused_with(self, other: Valued) -> bool:
        """Returns whether neither value is at least the other."""
        return self.compare(other) == "||"

    def __add__(self, other: Valued) -> Value:
        return self.plus(other) if isinstance(other, VALUED) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Value:
        return Value._of(-self._raw)

    def __pos__(self) -> Value:
        return self

    def __sub__(self, other: Valued) -> Value:
        return self + -Value(other) if isinstance(other, VALUED) else NotImplemented

    def __rsub__(self, other: Valued) -> Value:
        return Value(other) + -self if isinstance(other, VALUED) else NotImplemented

    def __mul__(self, times: SupportsIndex) -> Value:
        """Returns the sum of this many copies.

        >>> import sprague
        >>> 3 * sprague.Value("*")
        Value('*')
        """
        if not isinstance(times, Integral):
            return NotImplemented
        count = int(times)
        total, doubled, left = Value(0), self if count >= 0 else -self, abs(count)
        while left:
            if left & 1:
                total += doubled
            left >>= 1
            if left:
                doubled += doubled
        return total

    __rmul__ = __mul__

    def _is(self, other: object, *relations: str) -> bool:
        return self.compare(Value(other)) in relations if isinstance(other, VALUED) else NotImplemented

    def __eq__(self, other: object) -> bool:
        # text is never equal, because it has another hash; and no value is equal to 1/3
        if isinstance(other, str) or isinstance(other, Fraction) and other.denominator & (other.denominator - 1):
            return NotImplemented
        return self._is(other, "=")

    def __lt__(self, other: Valued) -> bool:
        return self._is(other, "<")

    def __le__(self, other: Valued) -> bool:
        return self._is(other, "<", "=")

    def __gt__(self, other: Valued) -> bool:
        return self._is(other, ">")

    def __ge__(self, other: Valued) -> bool:
        return self._is(other, ">", "=")

    def __hash__(self) -> int:
        number = self.number
        return hash(self._raw) if number is None else hash(number)

    def __bool__(self) -> bool:
        return self != 0

    def _fraction(self) -> Fraction:
        number = self.number
        if number is None:
            raise TypeError(f"{self!r} is no number; its mean is one")
        return number

    def __float__(self) -> float:
        return float(self._fraction())

    def __int__(self) -> int:
        return int(self._fraction())

    @overload
    def __round__(self) -> int: ...
    @overload
    def __round__(self, digits: int) -> Fraction: ...
    def __round__(self, digits: int | None = None) -> int | Fraction:
        return round(self._fraction(), digits)

    def __abs__(self) -> Value:
        if self.is_confused_with(0):
            raise TypeError(f"{self!r} is confused with 0, so it has no absolute value")
        return self if self >= 0 else -self

    def __format__(self, how: str) -> str:
        return format(str(self), how)

    def __str__(self) -> str:
        if self.text is None:
            raise ValueError("this value is too long to be written")
        return self.text

    def __repr__(self) -> str:
        return f"Value({self.text!r})" if self.text is not None else f"<value born on day {self.birthday}>"

    def latex(self) -> str:
        """Returns the value in LaTeX, for math mode, with `amsmath`.

        >>> import sprague
        >>> print(sprague.Value("{2|-1/2}").latex())
        \\{2\\mid -\\tfrac{1}{2}\\}
        """
        return self._raw.latex() or r"\ldots"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_html_(self) -> str:
        return self._raw.html(NO_LIMITS)


# types that represent values; ints of NumPy are rational numbers, too
VALUED = (Value, Rational, str)
VALUE = "an int, a Fraction or text such as '{1|-1}'"


def amount_in_text(name: str, amount: object) -> str:
    """Returns the text of the value that the argument represents."""
    if not isinstance(amount, VALUED):
        raise error(amount, name, VALUE, TypeError)
    return str(int(amount)) if isinstance(amount, Integral) else text(name, str(amount))

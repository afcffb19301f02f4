"""The limits of a question, and checks of keyword arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import wraps
from operator import index
from typing import Any, Literal, ParamSpec, Protocol, TypedDict, TypeVar, cast, get_args, get_origin

import numpy as np

Q = ParamSpec("Q")
R = TypeVar("R")

UNITS = {"k": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}

# the maximum length of a value in an error
MOST_SHOWN = 80

# the possible words of arguments
Play = Literal["normal", "misere"]
Player = Literal["left", "right"]
Best = Literal["any", "fastest"]
Level = Literal["easy", "middle", "perfect"]
Language = Literal["cpp", "python", "rust"]
Rows = Literal["outcomes", "nimbers", "values"]
Form = Literal["positions", "multisets", "components", "bounds", "scores"]
Kind = Literal["points", "table", "thermograph", "scaffold", "graph", "picture", "order"]
Theme = Literal["auto", "light", "dark"]
Within = Literal["dicot", "dead-ending"]

# other spellings that are accepted
SPELLINGS = ("misère", "L", "R")


class Event(Protocol):
    """An event of `threading`, `multiprocessing` or `asyncio`, or any other object with this method, which is set from elsewhere."""

    def is_set(self) -> bool:
        """Returns whether the event is set."""
        ...


class Limits(TypedDict, total=False):
    """The limits of a question. Reaching a limit raises `LimitReached`; an answer is never a guess.

    >>> import sprague
    >>> limits: sprague.Limits = {"limit_positions": 10}
    >>> try:
    ...     sprague.solve("cram@5x5", **limits)
    ... except sprague.LimitReached as reached:
    ...     print(reached)
    stopped after 10 positions; limit_positions= allows more
    """

    limit_positions: int | None
    """How many positions a search may hold, or rows a table."""
    limit_memory: int | str | None
    """How many bytes, such as `2**30` or `"512M"`."""
    limit_time: float | None
    """How many seconds."""
    longest_play: int | None
    """How many moves a play of a loaded ruleset may take before it is taken to be endless."""
    cancel: Event | None
    """An event such as `threading.Event()`: once another thread sets it, the question ends as at a limit."""


def of_bytes(memory: Any) -> int:
    """Converts a number of bytes, which may have a unit, to an int.

    >>> of_bytes("512M") == 512 * 2**20
    True
    """
    number, unit = (memory[:-1], UNITS[memory[-1]]) if isinstance(memory, str) and memory[-1:] in UNITS else (memory, 1)
    if isinstance(number, str) and number.isascii() and number.isdigit():
        return int(number) * unit
    if isinstance(memory, str) or not is_whole(memory):
        raise error(memory, "limit_memory", "a number of bytes such as 2**30, or text such as '512M'")
    return count("limit_memory", memory)


def shown(value: object) -> str:
    """Returns the text of a value for an error message, shortened."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def error(value: object, name: str, expected: str, kind: type[Exception] | None = None) -> Exception:
    """Returns the error for an invalid argument. It is a TypeError, unless only the content of a text or a number is wrong."""
    kind = kind or (ValueError if isinstance(value, str) else TypeError)
    return kind(f"{name} is {expected}, not {shown(value)}")


def is_whole(value: object) -> bool:
    """Returns whether the object is a whole number, including those of NumPy. True and False are not numbers."""
    return hasattr(value, "__index__") and not isinstance(value, (bool, np.bool_)) and getattr(value, "ndim", 0) == 0


def count(name: str, value: Any) -> int:
    """Converts a whole number to an int.

    >>> count("depth", -1)
    Traceback (most recent call last):
    ValueError: depth is a whole number from 0 on, not -1
    """
    least = -(2**63) if name == "at_least" else 1 if name in ("jobs", "columns", "lines") else 0
    expected = f"a whole number from {least} on"
    if not is_whole(value):
        raise error(value, name, expected, TypeError)
    if not least <= index(value) < 2**64:
        raise error(value, name, expected if index(value) < least else "below 2**64", ValueError)
    return index(value)


def chosen(name: str, value: Any, words: Iterable[str]) -> str:
    """Checks that the argument is one of these words.

    >>> chosen("play", "missere", ["normal", "misere"])
    Traceback (most recent call last):
    ValueError: play is 'normal' or 'misere', not 'missere'; did you mean misere?
    """
    words = list(words)
    if isinstance(value, str) and value in (*words, *SPELLINGS):
        return str(value)
    *most, last = map(repr, words)
    wrong = error(value, name, f"{', '.join(most)} or {last}")
    raise type(wrong)(f"{wrong}{meant(value, words) if isinstance(value, str) else ''}")


def text(name: str, value: Any) -> str:
    """Checks that the argument is text that can be part of a question."""
    if not isinstance(value, str):
        raise error(value, name, "text")
    if at := next((at for at, letter in enumerate(value, 1) if "\ud800" <= letter <= "\udfff"), None):
        raise ValueError(f"{name} is {shown(value)}, whose character {at} is half of a surrogate pair, which is no text")
    return str(value)


def pair(name: str, value: Any) -> tuple[int, int]:
    """Converts a tuple, a list or an array of two whole numbers."""
    numbers = tuple(value) if isinstance(value, (tuple, list, np.ndarray)) else ()
    if len(numbers) != 2 or not all(map(is_whole, numbers)):
        example = f"{name}=({value}, {value})" if is_whole(value) else f"{name}=(3, 5)"
        raise error(value, name, f"a pair of whole numbers, such as {example}", TypeError)
    return count(f"a number of {name}", numbers[0]), count(f"a number of {name}", numbers[1])


def listed(name: str, value: Any, of: str) -> Iterable[Any]:
    """Checks that the argument is iterable and not text."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise error(value, name, f"a list of {of}", TypeError)
    return cast("Iterable[Any]", value)


def truth(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise error(value, name, "True or False", TypeError)
    return bool(value)


CHOICES = {name: get_args(words) for name, words in globals().items() if get_origin(words) is Literal}
KINDS: dict[str, Callable[[str, Any], Any]] = {"int": count, "str": text, "bool": truth, "tuple[int, int]": pair}
KINDS["int | tuple[int, int]"] = lambda name, value: count(name, value) if is_whole(value) else pair(name, value)
KINDS |= {kind: lambda name, value, words=words: chosen(name, value, words) for kind, words in CHOICES.items()}  # type: ignore[misc]


def checked(function: Callable[Q, R]) -> Callable[Q, R]:
    """Returns a function that first compares its arguments with their annotations, so that an error names the argument."""
    parameters = inspect.signature(function).parameters
    kinds = {name: KINDS.get(str(parameter.annotation).removesuffix(" | None")) for name, parameter in parameters.items()}
    places = [(name, kinds[name]) for name, each in parameters.items() if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]

    @wraps(function)
    def ask(*positional: Q.args, **keywords: Q.kwargs) -> R:
        told: Any = [value if kind is None or value is None else kind(name, value) for (name, kind), value in zip(places, positional)]
        told += positional[len(places) :]
        for name, value in keywords.items():
            if name not in kinds and name not in Limits.__annotations__:
                raise unknown(name, [*kinds, *Limits.__annotations__])
            kind = kinds.get(name)
            if kind is not None and value is not None:
                keywords[name] = kind(name, value)
        return function(*told, **keywords)

    return ask


def meant(name: str, names: Iterable[str]) -> str:
    """Returns a hint if a name resembles one of these.

    >>> meant("missere", ["misere", "normal"])
    '; did you mean misere?'
    """
    close = get_close_matches(name, names, 1)
    return f"; did you mean {close[0]}?" if close else ""


def unknown(name: str, names: Iterable[str]) -> TypeError:
    """Returns the error for an unknown argument."""
    return TypeError(f"no such argument: {name}{meant(name, names)}")


def keywords(limits: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Returns the keyword arguments for the engine, without those that are None."""
    known = Limits.__annotations__.keys()
    for name in limits.keys() - known:
        raise unknown(name, [*more, *known])
    told = {name: value for name, value in more.items() if value is not None}
    told.update((name, value) for name, value in limits.items() if value is not None)
    for name in limits.keys() & {"limit_positions", "longest_play"} & told.keys():
        told[name] = count(name, told[name])
    if "limit_memory" in told:
        told["limit_memory"] = of_bytes(told["limit_memory"])
    return told

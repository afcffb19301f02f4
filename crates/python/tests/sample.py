"""All of the public interface as a program that is typed strictly: `test_types.py` has mypy read it, and runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas
from typing_extensions import assert_type

import sprague

Heaps = tuple[int, int]


class Wythoff(sprague.Ruleset[Heaps]):
    def moves(self, heaps: Heaps) -> Iterator[Heaps]:
        a, b = heaps
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k

    def show(self, heaps: Heaps) -> str:
        return f"{heaps[0]}-{heaps[1]}"

    def parse(self, text: str) -> Heaps:
        a, b = text.split("-")
        return int(a), int(b)


@sprague.ruleset
def pins(n: int) -> list[Heaps]:
    return [(left, n - taken - left) for taken in range(1, min(n, 2) + 1) for left in range((n - taken) // 2 + 1)]


@sprague.ruleset(name="halve")
def halve(p: int) -> dict[str, int]:
    return {f"take {k}": p - k for k in range(1, p // 2 + 1)}


def rulesets() -> None:
    wythoff = Wythoff()
    assert_type(pins, sprague.Ruleset)
    assert_type(halve, sprague.Ruleset[int, str])
    assert_type(halve.options(7), list[int])
    assert_type(wythoff @ (3, 5), sprague.Position)
    assert_type(wythoff((3, 5)), sprague.Position)
    assert_type(wythoff.nimber((3, 5), limit_positions=10**6), int)
    assert_type(wythoff.outcome((3, 5), play="misere"), sprague.Outcome)
    assert_type(wythoff.outcomes([(3, 5)]), str)
    assert_type(wythoff.nimbers([(3, 5)]), npt.NDArray[np.uint64])
    assert_type(wythoff.table(3, 3), npt.NDArray[np.uint64])
    assert_type(wythoff.solve((3, 5)), sprague.Answer)
    assert_type(wythoff.graph((1, 2)), sprague.Graph)
    assert_type(wythoff.value((0, 1)), sprague.Value)
    assert_type(pins.analyse(40), sprague.Analysis)
    assert_type(wythoff.options((1, 1)), list[Heaps])
    assert_type(wythoff.read("1-1"), Heaps)
    assert_type(wythoff.name, str)
    assert_type(sprague.test(wythoff, (3, 3), plays=2), sprague.Report)
    wythoff.forget()
    total = wythoff @ (3, 5) + "nim@3" + sprague.position("kayles@2")
    assert_type(total, sprague.Position)
    assert_type(-(wythoff @ (1, 2)), sprague.Position)
    assert_type(total - "nim@1", sprague.Position)
    assert_type("nim@1" + total, sprague.Position)
    assert_type(total.solve(), sprague.Answer)
    assert_type(total.compare("nim@0"), str)
    session = sprague.Session(wythoff, halve)
    assert_type(session.rulesets, tuple[sprague.Ruleset, ...])
    assert_type(session.solve("halve@7 + nim@2", explain=True), sprague.Answer)


def answers() -> None:
    limits: sprague.Limits = {"limit_positions": 10**6, "limit_memory": "512M", "limit_time": 60}
    answer = sprague.solve("nim@3,4,5", all_moves=True, line=True, explain=True, **limits)
    assert_type(answer.outcome, sprague.Outcome)
    outcome_class: sprague.OutcomeClass | None = answer.outcome_class
    assert outcome_class is None
    assert_type(answer.is_won, bool)
    assert_type(answer.nimber, int | None)
    assert_type(answer.best, sprague.Move | None)
    assert_type(answer.winning_moves, list[sprague.Move])
    assert_type(answer.moves, list[sprague.Move] | None)
    assert_type(answer.genus, tuple[int, list[int]] | None)
    assert_type(answer.why, list[str])
    assert_type(answer.to_dict(), dict[str, Any])
    if answer.best is not None:
        assert_type(answer.best.label, str)
        assert_type(sprague.position("nim@3,4,5").after(answer.best), sprague.Position)
    rows = sprague.analyse("kayles", 100)
    assert_type(rows.nimbers, npt.NDArray[np.uint64])
    assert_type(rows.outcomes, npt.NDArray[np.bytes_])
    assert_type(rows.period, sprague.Period | None)
    assert_type(rows.to_frame().shape, tuple[int, int])
    assert_type(rows.plot(), sprague.Plot)
    table = sprague.table("wythoff", to=(3, 3))
    assert_type(table, sprague.Table)
    assert_type(table.array, npt.NDArray[Any])
    assert_type(sprague.quotient("kayles"), sprague.Quotient)
    assert_type(sprague.code("kayles", language="rust"), sprague.Code)
    assert_type(sprague.quotient("kayles").order, int)
    assert_type(sprague.strategy("nim@1,2,3"), sprague.Strategy)
    assert_type(sprague.strategy("nim@1,2,3").winner, str)
    certificate = sprague.certify("kayles")
    assert_type(certificate, sprague.Certificate)
    assert_type(certificate.period, int)
    assert_type(sprague.check(certificate).is_accepted, bool | None)
    with TemporaryDirectory() as folder:
        certificate.save(Path(folder) / "kayles.json")
        assert_type(sprague.check(Path(folder) / "kayles.json"), sprague.Verdict)
        sprague.plot("kayles", to=50, theme="dark").save(f"{folder}/kayles.svg")
        assert_type(sprague.solve("nim@3", shards=Path(folder) / "nim").graph, sprague.Totals | None)
        assert_type(sprague.answers(Path(folder) / "nim"), Iterator[sprague.Answers])
        assert_type(next(sprague.answers(Path(folder) / "nim")).to_frame(), pandas.DataFrame)
        assert_type(sprague.solve("nim@2", from_=f"{folder}/nim"), sprague.Answer)
    assert_type(sprague.sweep(8), sprague.Sweep)
    assert_type(sprague.sweep(8).histogram, dict[int, int])
    assert_type(sprague.sweep_octal(1), sprague.OctalSweep)
    assert_type(sprague.sweep_octal(1, shard=(1, 2)).proved, dict[str, int])
    assert_type(sprague.sweep_asymmetric(2), sprague.AsymmetricSweep)
    assert_type(sprague.sweep_asymmetric(2, shard=(1, 2)).kinds, dict[str, int])
    assert_type(sprague.sweep_asymmetric(2).classes, dict[str, int])
    assert_type(next(iter(sprague.sweep_asymmetric(2))), sprague.PairLaws)
    assert_type(next(sprague.pairs_of_sets(2, start=3)).period, int | None)
    assert_type(sprague.merge([sprague.sweep(8, digest=True)]), sprague.Swept)
    assert_type(sprague.merge([sprague.sweep(8, digest=True)]).digest, str | None)
    merging: Callable[[list[str]], sprague.FoundSummary] = sprague.merge_searches
    assert callable(merging)
    assert_type(sprague.identify([0, 1, 2]), sprague.Matches)
    assert_type(sprague.identify([0, 1, 2])[0], sprague.Match)
    assert_type(sprague.analyse("at-most:1/2").law, dict[str, Any] | None)
    assert_type(sprague.graph("nim@1,2").edges, list[tuple[int, int]])
    assert_type(sprague.rulesets(), list[dict[str, Any]])
    assert_type(sprague.glossary(), list[dict[str, Any]])
    assert_type(sprague.nim("7 * 9"), int)
    assert_type(sprague.compare("nim@1", "nim@2"), str)
    assert_type(sprague.comparison_certificate("game@dud", "game@1"), sprague.ComparisonCertificate)
    assert_type(sprague.comparison_certificate("game@dud", "game@1").relation, str)
    assert_type(sprague.misere_form("kayles@5", parts=True), sprague.MisereForm)
    assert_type(sprague.misere_form("nim@4,2", parts=True).partitions, list[list[str]] | None)
    assert_type(sprague.misere_compare("kayles@5", "nim@4"), sprague.MisereComparison)
    assert_type(sprague.misere_compare("nim@1,1", "nim@0", within="dicot").relation, str)
    assert_type(sprague.loopy_value("backsliding-toads-frogs@TTT..FFF"), sprague.LoopyValue)
    assert_type(sprague.loopy_value("backsliding-toads-frogs@TTT..FFF").onside, str | None)
    assert_type(sprague.loopy_value("game@tis", then="Onside", facts=True).facts, dict[str, Any] | None)
    assert_type(sprague.loopy_value("game@over", facts=True).cgsuite, str | None)
    assert_type(sprague.find("kayles", to=9), sprague.Finding)
    assert_type(next(sprague.find(from_="nim@2")).line, list[tuple[str | None, str]])
    assert_type(next(sprague.find("wythoff", to=(3, 3))), sprague.FoundPosition)
    assert_type(next(sprague.find("wythoff", to=(3, 3)))["nimber"], Any)
    assert_type(sprague.find("cram", squares=3).summary(), sprague.FoundSummary)
    assert_type(sprague.find("cram", squares=3).summary().sizes, dict[int, tuple[int, int]])
    assert_type(sprague.__version__, str)


def values() -> None:
    value = sprague.value("domineering@2x3", cool=Fraction(1, 2))
    assert_type(value, sprague.Value)
    assert_type(value + 1, sprague.Value)
    assert_type(1 - value, sprague.Value)
    assert_type(3 * value, sprague.Value)
    assert_type(value + Fraction(1, 2) - "^", sprague.Value)
    assert_type(value + np.int64(3), sprague.Value)
    assert_type(value <= 1, bool)
    assert_type(value == 1, bool)
    assert_type(value.mean, Fraction)
    assert_type(value.number, Fraction | None)
    assert_type(value.thermograph, sprague.Thermograph)
    assert_type(value.thermograph.left, list[tuple[Fraction, Fraction]])
    assert_type(value.left_options, list[sprague.Value])
    assert_type(value.compare("*"), str)
    assert_type(value.cool(1).heat("^").norton(1).ordinal_sum("*"), sprague.Value)
    assert_type(value.companion().freeze().conway(2).overheat(1, "^").then("Freeze"), sprague.Value)
    assert_type(sprague.Value("^").power(2).power_to(1), sprague.Value)
    assert_type(value.incentives("left"), list[sprague.Value])
    assert_type(value.cgsuite(), "str | None")
    assert_type(sum([value, value], sprague.Value(0)), sprague.Value)


def games() -> None:
    assert_type(sprague.board("nim@3,1", line=["1: take 2"]), "dict[str, Any]")
    assert_type(sprague.reply("nim@3,4,5", level="perfect", seed=7), "dict[str, Any]")
    assert_type(sprague.fresh("nim", "3,4,5", outcome_class="P", without=["nim@1,2,3"], seed=7), str)


def errors() -> None:
    try:
        sprague.solve("nim@3,")
    except sprague.NotationError as error:
        assert_type(error.at, int)
        assert_type(error.question, str)
        assert_type(error.expected, str)
    try:
        sprague.solve("cram@7x7", limit_positions=10)
    except sprague.LimitReached as error:
        assert_type(error.limit, str)
    unreadable: type[ValueError] = sprague.NotationError
    assert issubclass(unreadable, ValueError)
    errors: list[type[sprague.SpragueError]] = [sprague.LoopyError, sprague.RulesError, sprague.NotationError, sprague.LimitReached]
    assert all(issubclass(error, sprague.SpragueError) for error in errors)


if __name__ == "__main__":
    rulesets()
    answers()
    values()
    games()
    errors()

"""Questions. Results are kept for later questions."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from . import _shards, _sprague
from ._answers import (
    Analysis,
    Answer,
    AsymmetricSweep,
    Certificate,
    Code,
    ComparisonCertificate,
    Graph,
    LoopyValue,
    Match,
    Matches,
    MisereComparison,
    MisereForm,
    OctalSweep,
    PairLaws,
    Plot,
    Quotient,
    Report,
    Strategy,
    Sweep,
    Swept,
    Table,
    Verdict,
)
from ._find import Finding, FoundSummary, size
from ._limits import Best, Form, Kind, Language, Level, Limits, Play, Player, Rows, Theme, Within, checked, count, error, keywords, listed, of_bytes, pair, text, truth
from ._record import Document, OutcomeClass
from ._rulesets import Position, Ruleset, different, is_same, position
from ._values import Value, amount_in_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._values import Valued

Q = ParamSpec("Q")
R = TypeVar("R")

# the part of a question's memory that a file for `check` may take, and the default for that memory
READ, MEMORY = 16, 4 * 2**30

# the expected text of the engine for an unknown name
NO_RULESET = "a ruleset, such as nim"

# the limits and their types
LIMITS = {name: getattr(kind, "__forward_arg__", kind) for name, kind in Limits.__annotations__.items()}


class Session:
    """A session with the built-in rulesets and these rulesets in Python, by name. Its methods are the functions of this package.

    Sessions may be shared between threads. The functions of the package use one common session.

    With `allow_exec`, `exec:PROGRAM@POSITION` starts a program that contains the rules. The program has all your rights, so allow it
    only if you know every text in your questions.

    >>> import sprague
    >>> halve = sprague.ruleset(lambda p: range(p // 2, p), name="halve")
    >>> session = sprague.Session(halve)
    >>> session.solve("halve@7 + nim@2").is_won
    True
    """

    def __init__(self, *rulesets: Ruleset, allow_exec: bool = False) -> None:
        self.rulesets = different(rulesets)
        """The rulesets in Python that it knows."""
        self._rules = [(ruleset, ruleset._rules) for ruleset in self.rulesets]
        self._engine = _sprague.Engine([rules for _, rules in self._rules], truth("allow_exec", allow_exec))

    def _has(self, ruleset: Ruleset) -> bool:
        return any(is_same(ruleset, own) for own in self.rulesets)

    def _of(self, *what: Position | str) -> tuple[_sprague.Engine, list[str]]:
        """Returns the engine that has the rulesets of all these positions, and their texts there."""
        positions = [position(each) for each in what]
        needed = different(ruleset for each in positions for ruleset in each.rulesets)
        asked = self
        if not all(map(self._has, needed)):
            sessions = (each._session for each in positions if len(each.rulesets) == len(needed))
            asked = next(sessions, None) or Session(*needed)
        return asked._engine, [each._written(asked._rules) for each in positions]

    def _family(self, family: str | Ruleset, name: str = "family") -> tuple[Session, str]:
        """Returns the session that has a family, and its name there. `argument` is the name of the argument for messages."""
        if isinstance(family, Ruleset):
            return (self if self._has(family) else family._session), family.name
        if not isinstance(family, str):
            raise error(family, name, "a ruleset, or text such as 'kayles'")
        return self, text(name, family)

    def _jobs(self, what: Position, jobs: int) -> int:
        """Returns the number of threads of a question, which is one if it uses rulesets in Python."""
        return 1 if any(ruleset.name in what.text for ruleset in what.rulesets + self.rulesets) else jobs

    def solve(
        self,
        what: Position | str,
        *,
        play: Play = "normal",
        rule: str = "disjunctive",
        first: Player | None = None,
        explain: bool = False,
        line: bool = False,
        best: Best = "any",
        all_moves: bool = False,
        max_moves: int | None = None,
        nimber: bool = False,
        observed: bool = False,
        outcome_only: bool = False,
        at_least: int | None = None,
        search: bool = False,
        shards: str | os.PathLike[str] | None = None,
        parts: int | None = None,
        small: int | None = None,
        from_: str | os.PathLike[str] | None = None,
        jobs: int = 1,
        **limits: Unpack[Limits],
    ) -> Answer:
        """Returns the outcome of a position, the winning moves, and the reason."""
        what = position(what)
        engine, (text,) = self._of(what)
        told = keywords(
            limits,
            position=text,
            play=play,
            rule=rule,
            first=first,
            explain=explain,
            line=line,
            best=best,
            moves="all" if all_moves else "winning",
            max_moves=max_moves,
            nimber=nimber,
            observed=observed,
            outcome_only=outcome_only,
            at_least=at_least,
            search=search,
            parts=parts,
            small=small,
            jobs=self._jobs(what, jobs),
        )
        if shards is not None or from_ is not None or "parts" in told or "small" in told:
            return _shards.solve(what, shards, from_, told)
        return Answer(engine.tell("solve", told))

    def analyse(
        self,
        family: str | Ruleset,
        to: int = 40,
        *,
        play: Play = "normal",
        values: bool = False,
        forms: bool = False,
        seek: int | None = None,
        fill: bool = True,
        explain: bool = False,
        **limits: Unpack[Limits],
    ) -> Analysis:
        """Returns the rows of a family from 0 to `to`, and the proof of its period."""
        asked, name = self._family(family)
        if seek is None and any(name == ruleset.name for ruleset in asked.rulesets):
            # rules in Python may be slow, or may be defined only up to the end of the rows
            seek = to
        if values and forms:
            raise ValueError("values are those of normal play, and forms those of misère play: only one of them")
        rows = "values" if values else "forms" if forms else None
        told = keywords(limits, family=name, to=to, play=play, rows=rows, seek=seek, fill=fill, explain=explain)
        head, arrays = asked._engine.analyse(told)
        return Analysis(json.loads(head), arrays, partial(asked.plot, name, to=to, kind="points", play=play))

    def value(
        self,
        what: Position | str,
        *,
        cool: Valued | None = None,
        heat: Valued | None = None,
        overheat: str | None = None,
        norton: Valued | None = None,
        ordinal: Valued | None = None,
        then: str | None = None,
        jobs: int = 1,
        **limits: Unpack[Limits],
    ) -> Value:
        """Returns the value of a sum, which can first be cooled, heated or otherwise changed."""
        what = position(what)
        engine, (text,) = self._of(what)
        changes = (("cool", cool), ("heat", heat), ("norton", norton), ("ordinal", ordinal))
        by = {name: amount_in_text(name, amount) for name, amount in changes if amount is not None}
        told = keywords(limits, sum=text, **by, overheat=overheat, then=then, jobs=self._jobs(what, jobs))
        return Value._of(engine.value(told))

    def compare(self, left: Position | str, right: Position | str, **limits: Unpack[Limits]) -> str:
        """Returns the order of two sums: `<`, `=`, `>`, or `||` if they are confused."""
        engine, texts = self._of(left, right)
        told = keywords(limits, left=texts[0], right=texts[1])
        found = json.loads(engine.ask("compare", told))
        return str(found["relation"])

    def comparison_certificate(self, left: Position | str, right: Position | str, **limits: Unpack[Limits]) -> ComparisonCertificate:
        """Returns the order of two sums, with the positions that prove it."""
        engine, texts = self._of(left, right)
        told = keywords(limits, left=texts[0], right=texts[1], certificate=True)
        found = json.loads(engine.ask("compare", told))
        return ComparisonCertificate(found["certificate"])

    def loopy_value(
        self, what: Position | str, *, then: str | None = None, facts: bool = False, **limits: Unpack[Limits]
    ) -> LoopyValue:
        """Returns the value of a sum in which a position can repeat, which is a stopper or has two sides. The methods in `then` are
        applied first.
        """
        engine, (text,) = self._of(what)
        told = keywords(limits, sum=text, then=then, facts=facts, **{"as": "cgsuite" if facts else None})
        return LoopyValue(engine.tell("value", told))

    def misere_form(self, what: Position | str, *, parts: bool = False, dag: bool = False, **limits: Unpack[Limits]) -> MisereForm:
        """Returns the misère canonical form of an impartial sum. With `parts`, it is split into games that are not sums."""
        engine, (text,) = self._of(what)
        told = keywords(limits, sum=text, play="misere", parts=parts, dag=dag)
        return MisereForm(engine.tell("value", told))

    def misere_compare(
        self, left: Position | str, right: Position | str, *, within: Within | None = None, **limits: Unpack[Limits]
    ) -> MisereComparison:
        """Returns the relation between two sums under misère play. They must be impartial, or belong to `within="dicot"` or
        `"dead-ending"`.
        """
        engine, texts = self._of(left, right)
        told = keywords(limits, left=texts[0], right=texts[1], play="misere", within=within)
        return MisereComparison(engine.tell("compare", told))

    def table(
        self,
        what: str | Ruleset,
        to: tuple[int, int] | None = None,
        *,
        x: tuple[int, int] | None = None,
        y: tuple[int, int] | None = None,
        rows: Rows | None = None,
        play: Play = "normal",
        rule: str = "disjunctive",
        **limits: Unpack[Limits],
    ) -> Table:
        """Returns outcomes, nimbers or values for all pairs of numbers: of a ruleset up to the pair `to`, or of a pattern with `{x}` and
        `{y}`.

        Rows are the first numbers, from 0 on (1 for boards), or those of `{x}`. Columns are the second numbers, or those of `{y}`.
        """
        asked, what = self._family(what, "what")
        for name, numbers in ("x", x), ("y", y):
            if numbers is not None and numbers[0] > numbers[1]:
                raise error(numbers, name, "a first number and a last one that is not less", ValueError)
        is_pattern = "{x}" in what or "{y}" in what
        if is_pattern == (to is not None) or (not is_pattern and (x is not None or y is not None)):
            raise ValueError("a table is of a ruleset up to two numbers, `to=(10, 10)`, or of a pattern, `x=(0, 10)`")
        told = keywords(limits, what=what, to=to, x=x, y=y, rows=rows, play=play, rule=rule)
        answer = json.loads(asked._engine.table(told))
        return Table(answer, partial(asked.plot, what, kind="table", to=to, x=x, y=y, rows=rows, play=play, rule=rule))

    def quotient(self, family: str | Ruleset, *, to: int | None = None, **limits: Unpack[Limits]) -> Quotient:
        """Returns the misère quotient of a family, of all heaps if it can be proved, or of heaps up to `to`."""
        asked, name = self._family(family)
        return Quotient(asked._engine.tell("quotient", keywords(limits, family=name, to=to)))

    def code(
        self,
        family: str | Ruleset,
        *,
        language: Language = "cpp",
        play: Play = "normal",
        rule: str = "disjunctive",
        letters: Sequence[str] = (),
        proved: bool = False,
        seek: int | None = None,
        check: int | None = None,
        **limits: Unpack[Limits],
    ) -> Code:
        """Returns the code of a heap game in a language. `letters` are constants of a script that stay parameters, `proved` leaves
        out observed facts, and `check` is the last heap of the self-check.
        """
        asked, name = self._family(family)
        told = keywords(limits, family=name, play=play, rule=rule, letters=list(letters), proved=proved, seek=seek, check=check)
        return Code(asked._engine.tell("code", {"as": language, **told}))

    def strategy(
        self,
        what: Position | str,
        *,
        play: Play = "normal",
        rule: str = "disjunctive",
        first: Player | None = None,
        form: Form | None = None,
        **limits: Unpack[Limits],
    ) -> Strategy:
        """Returns the winner's answers to all moves. `form` is positions, multisets, components, bounds or scores."""
        engine, (text,) = self._of(what)
        told = keywords(limits, position=text, play=play, rule=rule, first=first, form=form)
        return Strategy(engine.tell("strategy", told))

    def board(
        self,
        what: Position | str,
        *,
        line: Sequence[str] = (),
        play: Play = "normal",
        rule: str = "disjunctive",
        first: Player | None = None,
        **limits: Unpack[Limits],
    ) -> dict[str, Any]:
        """Returns a position by the rules alone, after the moves named in `line`: its picture, its moves in words, and whether play is
        over.
        """
        engine, (text,) = self._of(what)
        told: dict[str, Any] = json.loads(engine.ask("board", keywords(limits, position=text, line=list(line), play=play, rule=rule, first=first)))
        return told

    def reply(
        self,
        what: Position | str,
        *,
        level: Level = "middle",
        seed: int = 0,
        play: Play = "normal",
        rule: str = "disjunctive",
        first: Player | None = None,
        **limits: Unpack[Limits],
    ) -> dict[str, Any]:
        """Returns a move of level `easy` (at random), `middle` (looks three moves ahead) or `perfect`, with the level at which it was
        chosen.
        """
        engine, (text,) = self._of(what)
        told: dict[str, Any] = json.loads(engine.ask("reply", keywords(limits, position=text, level=level, seed=seed, play=play, rule=rule, first=first)))
        return told

    def fresh(
        self,
        family: str | Ruleset,
        size: str | None = None,
        *,
        seed: int = 0,
        without: Sequence[str] = (),
        outcome_class: OutcomeClass | None = None,
        temperature: str | None = None,
        play: Play = "normal",
        rule: str = "disjunctive",
        **limits: Unpack[Limits],
    ) -> str:
        """Returns a position at random of about the size of another one. Its outcome class is drawn first, if it is not given, so that the
        answers of many questions follow no pattern. For the next position keep the seed and add the last one to `without`.
        """
        asked, name = self._family(family)
        more = {"class": outcome_class, "not": list(without)}
        told = keywords(limits, family=name, size=size, seed=seed, temperature=temperature, play=play, rule=rule, **more)
        return str(json.loads(asked._engine.ask("fresh", told))["position"])

    def certify(
        self,
        family: str | Ruleset,
        *,
        play: Play = "normal",
        values: bool = False,
        quotient: bool = False,
        seek: int | None = None,
        **limits: Unpack[Limits],
    ) -> Certificate:
        """Returns the proof of a period of nimbers, outcomes or values, or of a misère quotient."""
        rows = "values" if values else None
        asked, name = self._family(family)
        told = keywords(limits, family=name, play=play, rows=rows, quotient=quotient, seek=seek)
        return Certificate(asked._engine.tell("certify", told))

    def check(
        self,
        file: Document | str | os.PathLike[str],
        *,
        checkpoint: str | os.PathLike[str] | None = None,
        **limits: Unpack[Limits],
    ) -> Verdict:
        """Checks a certificate or a strategy from the rules alone. It is an answer, or the path of a file.

        The state of a long proof by equal states is saved in the file `checkpoint`, from which a later call continues.
        """
        if isinstance(file, Document):
            text = file.to_json()
        elif not isinstance(file, (str, os.PathLike)):
            raise error(file, "file", "a certificate, a strategy, or the path of a file")
        else:
            memory = limits.get("limit_memory")
            most = (MEMORY if memory is None else of_bytes(memory)) // READ
            with Path(file).open("rb") as opened:
                read = opened.read(most + 1)
            if len(read) > most:
                raise LimitReached(f"{file}: it has more than {most} bytes, which would take too much memory; limit_memory= allows more")
            text = read.decode(errors="replace")  # other bytes are not a certificate
        told = keywords(limits, checkpoint=None if checkpoint is None else os.fspath(checkpoint))
        try:
            verdict = Verdict(json.loads(self._engine.check(text, told)))
        except _sprague.NotationError as refused:
            if not refused.expected.startswith(NO_RULESET):
                raise
            raise self._unknown(refused.question) from None
        if NO_RULESET in (verdict.reason or ""):
            raise self._unknown(str(verdict.reason).split(": ")[0])
        return verdict

    def _unknown(self, what: str) -> _sprague.SpragueError:
        """Returns the message about a file with rules that this session does not have."""
        return _sprague.SpragueError(f"{self!r} has no ruleset for {what}: one that has it can check this, as in sprague.Session(rules).check(file)")

    def graph(
        self,
        what: Position | str,
        *,
        most: int | None = None,
        depth: int | None = None,
        play: Play = "normal",
        first: Player | None = None,
        **limits: Unpack[Limits],
    ) -> Graph:
        """Returns the position graph: all of it, or the first `most` positions, or those at most `depth` moves away."""
        engine, (text,) = self._of(what)
        told = keywords(limits, position=text, most=most, depth=depth, play=play, first=first)
        # a drawing has fewer nodes
        drawn = partial(self.plot, what, kind="graph", depth=depth, play=play, first=first)
        return Graph(engine.tell("graph", told), drawn)

    def find(
        self,
        family: str | Ruleset | None = None,
        *,
        to: int | Sequence[int] | None = None,
        squares: int | None = None,
        vertices: int | None = None,
        day: int | None = None,
        from_: Position | str | None = None,
        where: str | None = None,
        sort: str | None = None,
        top: int | None = None,
        smallest: bool = False,
        histogram: str | None = None,
        random: int | None = None,
        seed: int | None = None,
        first: Player | None = None,
        shard: tuple[int, int] | None = None,
        jobs: int | None = None,
        **limits: Unpack[Limits],
    ) -> Finding:
        """Finds the positions that have a property, one after another, among all positions of a size, or all that can be reached from
        the position `from_`.

        The size is `to=100` for heaps, `to=(50, 50)` for pairs and for two heaps, `to=(4, 5)` for boards, `squares=9` for connected
        shapes, `vertices=6` for connected graphs, or `day=2` for the ruleset `game`. `random=n` draws n positions with a `seed`. `where`
        compares keys, as in `temperature > 2 and not (value || 0)`. `sort` puts the largest first, and `sort="-mean"` the smallest. At a
        limit the iteration raises `LimitReached`. The number of positions is limited only if you set a limit.
        """
        engine, texts = (self._engine, []) if from_ is None else self._of(from_)
        asked, name = (self, None) if family is None else self._family(family)
        told = keywords(
            limits,
            family=name,
            to=size(to),
            squares=squares,
            vertices=vertices,
            day=day,
            where=where,
            sort=sort,
            top=top,
            smallest=smallest,
            histogram=histogram,
            random=random,
            seed=seed,
            first=first,
            shard=_shard(shard),
            jobs=jobs,
        )
        told |= {"from": text for text in texts}
        return Finding((engine if family is None else asked._engine).find(told))

    def plot(
        self,
        what: Position | Ruleset | str,
        *,
        to: int | tuple[int, int] | None = None,
        kind: Kind | None = None,
        x: tuple[int, int] | None = None,
        y: tuple[int, int] | None = None,
        rows: Rows | None = None,
        play: Play = "normal",
        rule: str = "disjunctive",
        first: Player | None = None,
        depth: int | None = None,
        theme: Theme = "auto",
        **limits: Unpack[Limits],
    ) -> Plot:
        """Draws the rows of a family, the table of a pattern, or the graph or the thermograph of a position, or the given `kind`."""
        options: dict[str, Any] = dict(to=to, kind=kind, x=x, y=y, rows=rows, play=play, rule=rule, first=first, depth=depth, theme=theme)
        told = keywords(limits, **options)
        if isinstance(what, Ruleset):
            engine, text = (self if self._has(what) else what._session)._engine, what.name
            # rules in Python may be slow, or may be defined only up to the end of the rows
            told.update({"seek": to} if isinstance(to, int) else {})
        else:
            engine, (text,) = self._of(what)
        # an event cannot be copied
        again: dict[str, Any] = {name: limit for name, limit in limits.items() if name != "cancel"}
        return Plot(engine.plot({**told, "what": text}), partial(self.plot, what, **options, **again))

    def available(self) -> list[dict[str, Any]]:
        """Returns the rulesets of the session, with notation, rules, example, source and known facts."""
        found: list[dict[str, Any]] = json.loads(self._engine.ask("rulesets", {}))
        return found

    def __reduce__(self) -> tuple[Callable[..., Session], tuple[Ruleset, ...]]:
        # results are not copied
        return (Session, self.rulesets) if self.rulesets else (default, ())

    def __repr__(self) -> str:
        return f"<session with {', '.join(ruleset.name for ruleset in self.rulesets)}>" if self.rulesets else "<session>"


for _name in "solve analyse value compare comparison_certificate loopy_value misere_form misere_compare table quotient strategy board reply fresh certify check graph find plot".split():
    setattr(Session, _name, checked(getattr(Session, _name)))

LimitReached = _sprague.LimitReached


@cache
def default() -> Session:
    """Returns the session that the functions of this package use."""
    return Session()


def _tell(function: Callable[..., Any], method: Callable[..., Any]) -> None:
    """Gives a function the signature of a method of `Session`, for help and for completion in a notebook."""
    own = [each for each in inspect.signature(function).parameters.values() if each.kind != each.VAR_KEYWORD]
    names = {each.name for each in own}
    # a method of another class replaces the session and the subject of the question
    there = list(inspect.signature(method).parameters.values())[2 if own else 1 :]
    more = [each for each in there if each.kind != each.VAR_KEYWORD and each.name not in names]
    limits = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in LIMITS.items()]
    setattr(function, "__signature__", inspect.Signature([*own, *more, *limits]))


def _asked(method: Callable[Concatenate[Session, Q], R]) -> Callable[[Callable[[], None]], Callable[Q, R]]:
    """Returns a documented function of the package that calls a method of the common session."""

    def made(function: Callable[[], None]) -> Callable[Q, R]:
        @wraps(function)
        def ask(*positional: Q.args, **keywords: Q.kwargs) -> R:
            return method(default(), *positional, **keywords)

        _tell(ask, method)
        return ask

    return made


@_asked(Session.solve)
def solve() -> None:
    """Returns the outcome of a position, the winning moves, and the reason.

    play: "normal", or "misere" if the last mover loses. rule: "disjunctive", or another rule for sums. first: the player who starts a
    partizan game, "left" or "right". explain: return the theorems. line: return best play to the end. best: "any" or "fastest".
    all_moves: return every legal move with the position after it. max_moves: the maximum number of winning moves. nimber: compute the
    nimber in any case. observed: let laws that are only observed answer for large heaps of rules that are code. outcome_only: find the
    winner only. at_least: if points are counted, find only whether the player who starts gets at least so many more than the other.
    search: search even if a theorem applies. jobs: the number of threads. Limits: see `Limits`.

    shards: a directory in which the whole graph of the position is solved, even if it is larger than memory. Finished work is kept, and
    the same call continues it. parts: the number of parts of a round (64). small: a round of fewer positions is done in memory
    (100,000). from_: such a directory, in which the position is looked up. `sprague.cluster.solve` uses many machines.

    >>> import sprague
    >>> from tempfile import TemporaryDirectory
    >>> sprague.solve("nim@3,4,5").best
    Move('1: take 2', 'nim@1,4,5')
    >>> sprague.solve("subtraction:1,3,4@10^100").nimber
    2
    >>> sprague.solve("nim@1,1,1", play="misere").is_won
    False
    >>> [move.label for move in sprague.solve("nim@2,1", all_moves=True).moves]
    ['1: take 1', '1: take 2', '2: take 1']
    >>> with TemporaryDirectory() as files:
    ...     print(sprague.solve("cram@3x3", shards=files).graph.positions, sprague.solve("cram@##./.../...", from_=files).outcome)
    98 win
    """


@_asked(Session.analyse)
def analyse() -> None:
    """Returns the rows of a family from 0 to `to`, and the proof of its period.

    values: return the values of a partizan family. forms: return the misère canonical forms, with genera and kinds. seek: the number of
    rows that are searched for a period. fill: compute every row, even if it follows from the period. explain: return the reasons.
    Limits: see `Limits`.

    >>> import sprague
    >>> rows = sprague.analyse("kayles", 10**6)
    >>> int(rows.nimbers.max()), rows.period.period
    (8, 12)
    """


@_asked(Session.value)
def value() -> None:
    """Returns the value of a sum, changed by `cool=`, `heat=`, `overheat=`, `norton=`, `ordinal=` or `then=`. Limits: see `Limits`.

    >>> import sprague
    >>> v = sprague.value("domineering@2x3")
    >>> v, v.mean, v.temperature
    (Value('{2|-1/2}'), Fraction(3, 4), Fraction(5, 4))
    >>> v.name
    '3/4 ± 5/4'
    """


@_asked(Session.compare)
def compare() -> None:
    """Returns the order of two sums: `<`, `=`, `>`, or `||` if they are confused.

    >>> import sprague
    >>> sprague.compare("domineering@2x2", "nim@1")
    '||'
    """


@_asked(Session.comparison_certificate)
def comparison_certificate() -> None:
    """Returns the order of two sums with the positions that prove it, as a file that can be checked.

    >>> import sprague
    >>> shown = sprague.comparison_certificate("game@dud", "game@1")
    >>> shown.relation, bool(sprague.check(shown))
    ('||', True)
    """


@_asked(Session.loopy_value)
def loopy_value() -> None:
    """Returns the value of a sum in which a position can repeat, which is a stopper or has two sides. Limits: see `Limits`.

    The methods in `then=`, such as `Onside.Tiny`, are applied first. With `facts=True` the answer has more facts.

    >>> import sprague
    >>> class Over(sprague.Ruleset):
    ...     def left_moves(self, n): return [n - 1] if n else []
    ...     def right_moves(self, n): return [n] if n else []
    >>> sprague.loopy_value(Over()(1))
    <over@1: over, outcome class L>
    >>> sprague.loopy_value("game@tis", then="Onside").text
    '1'
    """


@_asked(Session.misere_form)
def misere_form() -> None:
    """Returns the misère canonical form of an impartial sum. With `parts=True` it is split into games that are not sums.

    >>> import sprague
    >>> sprague.misere_form("nim@4,2", parts=True).partitions
    [['*[2]', '*[4]']]
    """


@_asked(Session.misere_compare)
def misere_compare() -> None:
    """Returns the relation between two sums under misère play. They must be impartial, or belong to `within="dicot"` or `"dead-ending"`.

    >>> import sprague
    >>> sprague.misere_compare("kayles@1,2", "nim@3").relation
    '='
    >>> sprague.misere_compare("nim@1,1", "nim@0", within="dicot")
    <nim@1,1 = nim@0, misère play>
    """


@_asked(Session.table)
def table() -> None:
    """Returns outcomes, nimbers or values for all pairs of numbers: of a ruleset up to the pair `to`, or of a pattern with `{x}` and
    `{y}`.

    >>> import sprague
    >>> sprague.table("wythoff", (1, 2)).array.tolist()
    [[0, 1, 2], [1, 2, 0]]
    >>> sprague.table("cram@{x}x{y}", x=(1, 4), y=(2, 3)).array.tolist()
    [[1, 1], [0, 1], [1, 0], [0, 1]]
    """


@_asked(Session.quotient)
def quotient() -> None:
    """Returns the misère quotient of a family.

    >>> import sprague
    >>> sprague.quotient("octal:0.75").order
    8
    """


@_asked(Session.code)
def code() -> None:
    """Returns the code of a heap game. `language` is cpp, python or rust. A letter in place of a number remains a parameter.

    >>> import sprague
    >>> str(sprague.code("at-most:1/K", language="python")).splitlines()[0]
    '# at-most:1/K: take at most the K-th part of the heap.'
    """


@_asked(Session.strategy)
def strategy() -> None:
    """Returns the winner's answers to all moves, as a file that can be checked.

    >>> import sprague
    >>> sprague.strategy("nim@3,4,5").winner
    'mover'
    """


@_asked(Session.board)
def board() -> None:
    """Returns a position by the rules alone, after the moves named in `line`: its picture, its moves in words, and whether play is over.

    >>> import sprague
    >>> [move["text"] for move in sprague.board("nim@3,1", line=["1: take 2"])["moves"]]
    ['take 1 from heap 1', 'take 1 from heap 2']
    """


@_asked(Session.reply)
def reply() -> None:
    """Returns a move of level `easy` (at random), `middle` (looks three moves ahead) or `perfect`, with the level at which it was
    chosen.

    >>> import sprague
    >>> sprague.reply("nim@3,4,5", level="perfect")["reply"]["to"]
    'nim@1,4,5'
    """


@_asked(Session.fresh)
def fresh() -> None:
    """Returns a position at random of about the size of another one. Its outcome class is drawn first, if it is not given.

    >>> import sprague
    >>> sprague.solve(sprague.fresh("nim", "3,4,5", outcome_class="P", seed=7)).outcome
    'loss'
    """


@_asked(Session.certify)
def certify() -> None:
    """Returns the proof of a period as a file that can be checked, with `values=True` of values, and with `quotient=True` the proof of a
    misère quotient.

    >>> import sprague
    >>> sprague.certify("kayles").preperiod
    71
    """


@_asked(Session.check)
def check() -> None:
    """Checks a certificate or a strategy from the rules alone. It is an answer, or the path of a file.

    The state of a long proof by equal states is saved in the file `checkpoint=`, from which a later call continues.

    >>> import sprague
    >>> bool(sprague.check(sprague.certify("kayles")))
    True
    """


@_asked(Session.graph)
def graph() -> None:
    """Returns the position graph: all of it, or the first `most` positions, or those at most `depth` moves away.

    >>> import sprague
    >>> len(sprague.graph("nim@2,2"))
    6
    """


@_asked(Session.plot)
def plot() -> None:
    """Returns a drawing, which a notebook displays and `save` writes.

    It shows the rows of a family up to `to` with the period shaded, the table of a ruleset up to a pair `to=(20, 20)` or of a pattern,
    or the graph or thermograph of a position. `kind` selects one of points, table, thermograph, scaffold, graph, picture, order. theme:
    auto, light or dark.

    >>> import sprague
    >>> sprague.plot("wythoff", to=(20, 20)).kind
    'table'
    """


@_asked(Session.find)
def find() -> None:
    """Returns an iterator over the positions that have a property, while the search continues.

    >>> import sprague
    >>> [found.position for found in sprague.find("kayles", to=100, where="nimber = 9")]
    []
    >>> next(sprague.find("domineering", squares=11, where="temperature >= 7/4")).position
    'domineering@..##/#.../..../##..'
    """


@checked
def glossary(word: str | None = None) -> list[dict[str, Any]]:
    """Returns the terms in answers, each with a sentence, an example and a reference, or only one of them.

    >>> import sprague
    >>> sprague.glossary("dicot")[0]["word"]
    'all-small'
    """
    told = {} if word is None else {"word": word}
    found: list[dict[str, Any]] = json.loads(default()._engine.ask("glossary", told))
    return found


@checked
def nim(expression: str) -> int:
    """Returns the nimber, below 2^128, of an expression with + * / ^, brackets, sqrt(a), mex{a, b}, ugly(a, b) or odious(a).

    >>> import sprague
    >>> sprague.nim("7 * 9"), sprague.nim("4 / 5 + 2^3")
    (8, 12)
    """
    return int(json.loads(default()._engine.ask("nim", {"expression": expression}))["nimber"])


def rulesets() -> list[dict[str, Any]]:
    """Returns the built-in rulesets, each with notation, component, play, rules, parameters, example, theorem, source, kind and known
    facts.

    The kind is `ruleset`, or `modifier` for a ruleset that contains another one, as in `impartial:domineering@3x4`.

    >>> import sprague
    >>> sprague.rulesets()[0]["example"]
    'nim@3,4,5'
    """
    return default().available()


@checked
def sweep(
    largest: int,
    *,
    nimbers: bool = False,
    digest: bool = False,
    shard: tuple[int, int] | None = None,
    jobs: int | None = None,
    **limits: Unpack[Limits],
) -> Sweep:
    """Returns the longest period of all subtraction sets with this largest member, by outcomes or nimbers, computed on all cores.

    `shard=(i, n)`, with i from 1 to n, is one of n parts with about the same work, and `merge` adds them up. A part has a digest of the
    periods and preperiods of all sets. `digest` requests that of the whole sweep, which takes two to four times as long.
    `limit_positions` counts sets.

    >>> import sprague
    >>> sprague.sweep(8).longest_set
    [1, 4, 7, 8]
    >>> sprague.sweep(8, shard=(1, 2)).shard
    '1/2'
    """
    told = keywords(limits, ruleset="subtraction", largest=largest, nimbers=nimbers, digest=digest, shard=_shard(shard), jobs=jobs)
    return Sweep(json.loads(default()._engine.sweep(told)))


@checked
def sweep_octal(
    digits: int,
    *,
    seek: int | None = None,
    shard: tuple[int, int] | None = None,
    jobs: int | None = None,
    **limits: Unpack[Limits],
) -> OctalSweep:
    """Returns the periods of all octal codes 0.d1d2… and 4.d1d2… with at most this many digits after the point. Each period is sought in
    `seek` rows.

    Each game occurs once, without trailing zeros. `limit_positions` and `limit_memory` apply to each code, and `limit_time` to the whole
    sweep. `shard=(i, n)` is one of n parts.

    >>> import sprague
    >>> sprague.sweep_octal(1, seek=1000).longest_code
    '0.4'
    """
    told = keywords(limits, ruleset="octal", digits=digits, seek=seek, shard=_shard(shard), jobs=jobs)
    return OctalSweep(json.loads(default()._engine.sweep(told)))


@checked
def sweep_asymmetric(
    largest: int,
    *,
    shard: tuple[int, int] | None = None,
    jobs: int | None = None,
    **limits: Unpack[Limits],
) -> AsymmetricSweep:
    """Returns the laws of the rows of all pairs of sets with amounts up to `largest`, which is at most 10, up to exchanging Left and
    Right.

    Each pair takes some milliseconds. `shard=(i, n)` is one of n parts, and `merge` adds them up. `limit_positions`
    counts pairs. `pairs_of_sets` returns the laws of the pairs one after another.

    >>> import sprague
    >>> sprague.sweep_asymmetric(3).classes
    {'constant': 46, 'gain': 16, 'structure': 12}
    """
    told = keywords(limits, ruleset="asymmetric", largest=largest, shard=_shard(shard), jobs=jobs)
    return AsymmetricSweep(json.loads(default()._engine.sweep(told)))


@checked
def pairs_of_sets(
    largest: int, *, start: int = 0, shard: tuple[int, int] | None = None, **limits: Unpack[Limits]
) -> Iterator[PairLaws]:
    """Returns an iterator over the laws of the pairs of sets of `sweep_asymmetric`, from number `start` on.

    A pair is computed when it is requested, and limits apply to each pair. To continue later, set `start` to the last number plus 1.

    >>> import sprague
    >>> [pair.family for pair in sprague.pairs_of_sets(2, start=4)]
    ['asymmetric:2/1,2', 'asymmetric:1,2/1,2']
    """
    told = keywords(limits, ruleset="asymmetric", largest=largest, shard=_shard(shard))
    following = start
    while following < 2**64 and (found := default()._engine.pair(following, told)) is not None:
        laws = json.loads(found)
        number = int(laws["number"])
        period = int(laws["order"]["period"]) if laws["order"] else None
        classes = {law: int(count) for law, count in laws["classes"].items()}
        yield PairLaws(number, tuple(laws["left"]), tuple(laws["right"]), laws["kind"], period, classes)
        following = number + 1


def _shard(shard: tuple[int, int] | None) -> str | None:
    """Converts a part of a sweep to the form that the engine reads.

    >>> _shard((3, 8))
    '3/8'
    """
    if shard is None:
        return None
    number, of = pair("shard", shard)
    if not 1 <= number <= of <= MOST_PARTS:
        raise error(shard, "shard", f"which part and how many there are, from (1, n) to (n, n) with n at most {MOST_PARTS}", ValueError)
    return f"{number}/{of}"


def merge(parts: Iterable[Swept | str | os.PathLike[str]], *, partial: bool = False) -> Swept:
    """Returns the sum of parts of a sweep, in any order. Each part is an answer of `sweep`, or the path of a file that the answer or
    `sprague sweep` wrote.

    Raises ValueError for parts of different sweeps, for a part that occurs twice, for a file that was changed, and unless `partial` for
    missing parts.

    >>> import sprague
    >>> parts = [sprague.sweep(10, shard=(i, 4)) for i in range(1, 5)]
    >>> sprague.merge(parts) == sprague.sweep(10, digest=True)
    True
    """
    found = json.loads(default()._engine.merge([_part(part) for part in listed("parts", parts, "answers of `sweep`, or of paths")], partial))
    if "sweep" not in found:
        raise ValueError("these are parts of a search: `sprague.merge_searches` adds them up")
    kinds: dict[str, type[Swept]] = {"subtraction": Sweep, "octal": OctalSweep, "asymmetric": AsymmetricSweep}
    return kinds[found["sweep"]](found)


def merge_searches(parts: Iterable[str | os.PathLike[str]], *, partial: bool = False) -> FoundSummary:
    """Returns the sum of parts of a search, in any order. Each part is the path of a file that `sprague find --shard 1/4 -o FILE` wrote.

    Raises ValueError for parts of different searches, for a part that occurs twice, for a file that was changed, and unless `partial`
    for missing parts.

    >>> import sprague
    >>> sprague.merge_searches(["1.json", "2.json"]).found  # doctest: +SKIP
    1285
    """
    found = json.loads(default()._engine.merge([_part(part) for part in listed("parts", parts, "answers of `sweep`, or of paths")], partial))
    if "looked_at" not in found:
        raise ValueError("these are parts of a sweep: `sprague.merge` adds them up")
    return FoundSummary(found)


MOST_PARTS = 10**6

# the maximum size of a part, in bytes
MOST_BYTES = 2**28


def _part(part: Swept | str | os.PathLike[str]) -> tuple[str, str]:
    """Returns the name of a part, and its text."""
    if isinstance(part, Swept):
        return repr(part), part.to_json()
    with open(part, "rb") as file:
        # other bytes are not a part
        return os.fspath(part), file.read(MOST_BYTES + 1).decode(errors="replace")


@checked
def identify(values: Iterable[int], *, max_matches: int = 100, **limits: Unpack[Limits]) -> Matches:
    """Returns the known games whose nimbers begin with these, the best known first, and the law of the values.

    >>> import sprague
    >>> [match.family for match in sprague.identify([0, 1, 0, 1, 2, 3, 2])][:1]
    ['octal:0.74']
    """
    wholes = (int(value) if isinstance(value, float) and value == value // 1 else value for value in listed("values", values, "nimbers"))
    told = keywords(limits, values=[count("a nimber", value) for value in wholes], max_matches=max_matches)
    found = json.loads(default()._engine.ask("identify", told))
    matches = (Match(match["family"], match["shift"], match.get("oeis")) for match in found["matches"])
    return Matches(matches, found.get("law"))


@checked
def test(rules: Ruleset, *starts: Any, plays: int = 100, longest_play: int = 100_000, seed: int = 1, seconds: float = 10) -> Report:
    """Checks the laws of rulesets by random play from these positions. The engine needs rulesets that obey the laws.

    >>> import sprague
    >>> unclear = sprague.ruleset(lambda p: {1: p - 1, "1": p - 2} if p > 3 else range(p), name="unclear")
    >>> sprague.test(unclear, 9).broken["position"]
    '4'
    """
    if not isinstance(rules, Ruleset):
        file = f"; a file is tried by `sprague test {rules}` in a shell" if isinstance(rules, str) else ""
        raise TypeError(f"what is tried is a ruleset in Python, not {rules!r}{file}")
    if not starts:
        raise ValueError("a position to start from is needed: sprague.test(rules, position)")
    answer, raised = _sprague.try_laws(rules._rules, list(starts), plays, longest_play, seed, seconds)
    return Report(json.loads(answer), raised)


# pytest would otherwise collect this function as a test
test.__test__ = False  # type: ignore[attr-defined]


def _tell_all() -> None:
    for kind in (Position, Ruleset):
        for name in ("solve", "analyse", "value", "compare", "graph", "plot"):
            # methods of other classes have another signature
            if function := kind.__dict__.get(name):
                _tell(function, getattr(Session, name))


_tell_all()

"""Questions: what was computed for one is kept for the next."""

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
from ._record import Document
from ._rulesets import Position, Ruleset, different, is_same, position
from ._values import Value, amount_in_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._values import Valued

Q = ParamSpec("Q")
R = TypeVar("R")

# how much of a file is read for `check`, as part of the memory of a question, and how much that is unless somebody says otherwise
READ, MEMORY = 16, 4 * 2**30

# what the engine expects in place of a name that it does not know
NO_RULESET = "a ruleset, such as nim"

# the limits, and what each may be
LIMITS = {name: getattr(kind, "__forward_arg__", kind) for name, kind in Limits.__annotations__.items()}


class Session:
    """The built-in rulesets, and these rulesets in Python beside them by their names. Its methods are the functions of this package.

    Sessions may be shared between threads. The functions of the package ask one that everybody shares.

    With `allow_exec`, `exec:PROGRAM@POSITION` starts a program that has the rules. It can do what you can, so allow it only where you
    know every text that is asked.

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
        """The engine that knows the rulesets of all these positions, and their texts there."""
        positions = [position(each) for each in what]
        needed = different(ruleset for each in positions for ruleset in each.rulesets)
        asked = self
        if not all(map(self._has, needed)):
            sessions = (each._session for each in positions if len(each.rulesets) == len(needed))
            asked = next(sessions, None) or Session(*needed)
        return asked._engine, [each._written(asked._rules) for each in positions]

    def _family(self, family: str | Ruleset, name: str = "family") -> tuple[Session, str]:
        """The session that knows a family, and its name there; the argument has this name."""
        if isinstance(family, Ruleset):
            return (self if self._has(family) else family._session), family.name
        if not isinstance(family, str):
            raise error(family, name, "a ruleset, or text such as 'kayles'")
        return self, text(name, family)

    def _jobs(self, what: Position, jobs: int) -> int:
        """The threads of a question: one, where rulesets in Python are asked."""
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
        outcome_only: bool = False,
        search: bool = False,
        shards: str | os.PathLike[str] | None = None,
        parts: int | None = None,
        small: int | None = None,
        from_: str | os.PathLike[str] | None = None,
        jobs: int = 1,
        **limits: Unpack[Limits],
    ) -> Answer:
        """Who wins a position, by which moves, and why."""
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
            outcome_only=outcome_only,
            search=search,
            parts=parts,
            small=small,
            jobs=self._jobs(what, jobs),
        )
        if shards is not None or from_ is not None or "parts" in told or "small" in told:
            return _shards.solve(what, shards, from_, told)
        return Answer(json.loads(engine.ask("solve", told)))

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
        """The rows of a family from 0 to `to`, and the proof of its period."""
        asked, name = self._family(family)
        if seek is None and any(name == ruleset.name for ruleset in asked.rulesets):
            # rules in Python may take long, or end where the rows do
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
        """What a sum is worth; cooled, heated or otherwise changed first, if that is asked for."""
        what = position(what)
        engine, (text,) = self._of(what)
        changes = (("cool", cool), ("heat", heat), ("norton", norton), ("ordinal", ordinal))
        by = {name: amount_in_text(name, amount) for name, amount in changes if amount is not None}
        told = keywords(limits, sum=text, **by, overheat=overheat, then=then, jobs=self._jobs(what, jobs))
        return Value._of(engine.value(told))

    def compare(self, left: Position | str, right: Position | str, **limits: Unpack[Limits]) -> str:
        """How one sum stands to another: `<`, `=`, `>`, or `||` where they are confused."""
        engine, texts = self._of(left, right)
        told = keywords(limits, left=texts[0], right=texts[1])
        found = json.loads(engine.ask("compare", told))
        return str(found["relation"])

    def comparison_certificate(self, left: Position | str, right: Position | str, **limits: Unpack[Limits]) -> ComparisonCertificate:
        """How one sum stands to another, with the positions that show it."""
        engine, texts = self._of(left, right)
        told = keywords(limits, left=texts[0], right=texts[1], certificate=True)
        found = json.loads(engine.ask("compare", told))
        return ComparisonCertificate(found["certificate"])

    def loopy_value(
        self, what: Position | str, *, then: str | None = None, facts: bool = False, **limits: Unpack[Limits]
    ) -> LoopyValue:
        """What a sum is worth in which a position can repeat, after methods if `then` names some: a stopper, or two sides."""
        engine, (text,) = self._of(what)
        told = keywords(limits, sum=text, then=then, facts=facts, **{"as": "cgsuite" if facts else None})
        return LoopyValue(json.loads(engine.ask("value", told)))

    def misere_form(self, what: Position | str, *, parts: bool = False, dag: bool = False, **limits: Unpack[Limits]) -> MisereForm:
        """The misère canonical form of an impartial sum, taken apart into games that are no sums if `parts` is true."""
        engine, (text,) = self._of(what)
        told = keywords(limits, sum=text, play="misere", parts=parts, dag=dag)
        return MisereForm(json.loads(engine.ask("value", told)))

    def misere_compare(
        self, left: Position | str, right: Position | str, *, within: Within | None = None, **limits: Unpack[Limits]
    ) -> MisereComparison:
        """How one sum stands to another under misère play: impartial ones, or others with `within="dicot"` or `"dead-ending"`."""
        engine, texts = self._of(left, right)
        told = keywords(limits, left=texts[0], right=texts[1], play="misere", within=within)
        return MisereComparison(json.loads(engine.ask("compare", told)))

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
        """What every pair of numbers is worth: of a ruleset up to the pair `to`, or of a pattern with `{x}` and `{y}` in it.

        Rows are first numbers, from 0 on, or 1 for boards, or those of `{x}`; columns are second numbers, or those of `{y}`.
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
        """The misère quotient of a family: of all heaps, if it can be proved, or of heaps up to `to`."""
        asked, name = self._family(family)
        return Quotient(json.loads(asked._engine.ask("quotient", keywords(limits, family=name, to=to))))

    def code(
        self,
        family: str | Ruleset,
        *,
        language: Language = "cpp",
        play: Play = "normal",
        proved: bool = False,
        seek: int | None = None,
        check: int | None = None,
        **limits: Unpack[Limits],
    ) -> Code:
        """A heap game as code to paste, in a language; `proved` leaves out what is only observed, `check` is the last heap it checks."""
        asked, name = self._family(family)
        told = keywords(limits, family=name, play=play, proved=proved, seek=seek, check=check)
        return Code(json.loads(asked._engine.ask("code", {"as": language, **told})))

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
        """What the winner answers to everything; `form` is positions, multisets, components or bounds."""
        engine, (text,) = self._of(what)
        told = keywords(limits, position=text, play=play, rule=rule, first=first, form=form)
        return Strategy(json.loads(engine.ask("strategy", told)))

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
        """A position by the rules alone, after a `line` of moves by their names: its picture, its moves in words, whether play is over."""
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
        """A move to answer with: `easy` (at random), `middle` (it sees three moves ahead) or `perfect`, and the level at which it was chosen."""
        engine, (text,) = self._of(what)
        told: dict[str, Any] = json.loads(engine.ask("reply", keywords(limits, position=text, level=level, seed=seed, play=play, rule=rule, first=first)))
        return told

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
        """The proof of a period: of nimbers or outcomes, of values, or of a misère quotient."""
        rows = "values" if values else None
        asked, name = self._family(family)
        told = keywords(limits, family=name, play=play, rows=rows, quotient=quotient, seek=seek)
        return Certificate(json.loads(asked._engine.ask("certify", told)))

    def check(
        self,
        file: Document | str | os.PathLike[str],
        *,
        checkpoint: str | os.PathLike[str] | None = None,
        **limits: Unpack[Limits],
    ) -> Verdict:
        """Whether a certificate or a strategy is right, by the rules alone: an answer, or the path of a file.

        A long proof by equal states saves in the file `checkpoint` how far it is, and goes on from there.
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
            text = read.decode(errors="replace")  # what is no text is no certificate
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
        """What is said of a file about rules that this session does not have."""
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
        """The position graph: all of it, or the first `most` positions, or those at most `depth` moves away."""
        engine, (text,) = self._of(what)
        told = keywords(limits, position=text, most=most, depth=depth, play=play, first=first)
        # a drawing shows fewer
        drawn = partial(self.plot, what, kind="graph", depth=depth, play=play, first=first)
        return Graph(json.loads(engine.ask("graph", told)), drawn)

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
        """The positions that have a property, one after another: among all of a size, or all that can be reached `from_` one.

        The size is `to=100` of heaps, `to=(50, 50)` of pairs and of two heaps, `to=(4, 5)` of boards, `squares=9` of connected shapes,
        `vertices=6` of connected graphs, or `day=2` of the ruleset `game`. `random=n` draws n of them by a `seed`. `where` compares keys, as
        in `temperature > 2 and not (value || 0)`; `sort` has the largest first, `sort="-mean"` the smallest. At a limit the iteration raises
        `LimitReached`; positions have none unless you set one.
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
        """A drawing: of a family its rows, of a pattern its table, of a position its graph or its thermograph, or as `kind` says."""
        options: dict[str, Any] = dict(to=to, kind=kind, x=x, y=y, rows=rows, play=play, rule=rule, first=first, depth=depth, theme=theme)
        told = keywords(limits, **options)
        if isinstance(what, Ruleset):
            engine, text = (self if self._has(what) else what._session)._engine, what.name
            # rules in Python may take long, or end where the rows do
            told.update({"seek": to} if isinstance(to, int) else {})
        else:
            engine, (text,) = self._of(what)
        # an event stays here
        again: dict[str, Any] = {name: limit for name, limit in limits.items() if name != "cancel"}
        return Plot(engine.plot({**told, "what": text}), partial(self.plot, what, **options, **again))

    def available(self) -> list[dict[str, Any]]:
        """The rulesets that it knows: notation, rules, example, source, what is known and so on of each."""
        found: list[dict[str, Any]] = json.loads(self._engine.ask("rulesets", {}))
        return found

    def __reduce__(self) -> tuple[Callable[..., Session], tuple[Ruleset, ...]]:
        # what was computed stays behind
        return (Session, self.rulesets) if self.rulesets else (default, ())

    def __repr__(self) -> str:
        return f"<session with {', '.join(ruleset.name for ruleset in self.rulesets)}>" if self.rulesets else "<session>"


for _name in "solve analyse value compare comparison_certificate loopy_value misere_form misere_compare table quotient strategy board reply certify check graph find plot".split():
    setattr(Session, _name, checked(getattr(Session, _name)))

LimitReached = _sprague.LimitReached


@cache
def default() -> Session:
    """The session that the functions of this package ask."""
    return Session()


def _tell(function: Callable[..., Any], method: Callable[..., Any]) -> None:
    """Gives a function the arguments of a method of `Session` by their names: for help, and for Tab in a notebook."""
    own = [each for each in inspect.signature(function).parameters.values() if each.kind != each.VAR_KEYWORD]
    names = {each.name for each in own}
    # a method of another class stands for the session and what is asked about
    there = list(inspect.signature(method).parameters.values())[2 if own else 1 :]
    more = [each for each in there if each.kind != each.VAR_KEYWORD and each.name not in names]
    limits = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in LIMITS.items()]
    setattr(function, "__signature__", inspect.Signature([*own, *more, *limits]))


def _asked(method: Callable[Concatenate[Session, Q], R]) -> Callable[[Callable[[], None]], Callable[Q, R]]:
    """A function of the package: it has a documentation, and asks a method of the session that everybody shares."""

    def made(function: Callable[[], None]) -> Callable[Q, R]:
        @wraps(function)
        def ask(*positional: Q.args, **keywords: Q.kwargs) -> R:
            return method(default(), *positional, **keywords)

        _tell(ask, method)
        return ask

    return made


@_asked(Session.solve)
def solve() -> None:
    """Who wins a position, by which moves, and why.

    play: "normal", or "misere" where the last mover loses. rule: "disjunctive", or another rule for sums. first: who starts a partizan
    game, "left" or "right". explain: which theorem answered. line: best play to the end. best: "any", or "fastest". all_moves: every
    legal move with what it leaves. max_moves: how many winning moves are listed. nimber: insist on the nimber. outcome_only: who
    wins, and nothing that takes longer. search: even where a theorem would answer. jobs: threads. Limits: see `Limits`.

    shards: a directory in which the whole graph of the position is solved, larger than memory if need be; what is done stays, and the same
    call goes on. parts: into how many parts a round is cut, 64; small: a round of fewer positions is done in memory, 100,000. from_: such a
    directory, in which the position is looked up. `sprague.cluster.solve` has many machines work there.

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
    """The rows of a family from 0 to `to`, and the proof of its period.

    values: the values of a partizan family. forms: the misère canonical forms, with genera and kinds. seek: how many rows are searched for a period. fill: compute every row, also those that the
    period tells. explain: why it is one. Limits: see `Limits`.

    >>> import sprague
    >>> rows = sprague.analyse("kayles", 10**6)
    >>> int(rows.nimbers.max()), rows.period.period
    (8, 12)
    """


@_asked(Session.value)
def value() -> None:
    """What a sum is worth; with `cool=`, `heat=`, `overheat=`, `norton=`, `ordinal=` or `then=` changed first.
    Limits: see `Limits`.

    >>> import sprague
    >>> v = sprague.value("domineering@2x3")
    >>> v, v.mean, v.temperature
    (Value('{2|-1/2}'), Fraction(3, 4), Fraction(5, 4))
    >>> v.name
    '3/4 ± 5/4'
    """


@_asked(Session.compare)
def compare() -> None:
    """How one sum stands to another: `<`, `=`, `>`, or `||` where they are confused.

    >>> import sprague
    >>> sprague.compare("domineering@2x2", "nim@1")
    '||'
    """


@_asked(Session.comparison_certificate)
def comparison_certificate() -> None:
    """How one sum stands to another, with the positions that show it, as a file that can be checked.

    >>> import sprague
    >>> shown = sprague.comparison_certificate("game@dud", "game@1")
    >>> shown.relation, bool(sprague.check(shown))
    ('||', True)
    """


@_asked(Session.loopy_value)
def loopy_value() -> None:
    """What a sum is worth in which a position can repeat: a stopper, or two sides. Limits: see `Limits`.

    With `then=` methods are applied first, such as `Onside.Tiny`; with `facts=True` more is said about it.

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
    """The misère canonical form of an impartial sum; with `parts=True` taken apart into games that are no sums.

    >>> import sprague
    >>> sprague.misere_form("nim@4,2", parts=True).partitions
    [['*[2]', '*[4]']]
    """


@_asked(Session.misere_compare)
def misere_compare() -> None:
    """How one sum stands to another under misère play: impartial ones, or others with `within="dicot"` or `"dead-ending"`.

    >>> import sprague
    >>> sprague.misere_compare("kayles@1,2", "nim@3").relation
    '='
    >>> sprague.misere_compare("nim@1,1", "nim@0", within="dicot")
    <nim@1,1 = nim@0, misère play>
    """


@_asked(Session.table)
def table() -> None:
    """What every pair of numbers is worth: of a ruleset up to the pair `to`, or of a pattern with `{x}` and `{y}`.

    >>> import sprague
    >>> sprague.table("wythoff", (1, 2)).array.tolist()
    [[0, 1, 2], [1, 2, 0]]
    >>> sprague.table("cram@{x}x{y}", x=(1, 4), y=(2, 3)).array.tolist()
    [[1, 1], [0, 1], [1, 0], [0, 1]]
    """


@_asked(Session.quotient)
def quotient() -> None:
    """The misère quotient of a family.

    >>> import sprague
    >>> sprague.quotient("octal:0.75").order
    8
    """


@_asked(Session.code)
def code() -> None:
    """A heap game as code to paste: `language` is cpp, python or rust; a letter in place of a number stays a parameter.

    >>> import sprague
    >>> str(sprague.code("at-most:1/K", language="python")).splitlines()[0]
    '# at-most:1/K: take at most the K-th part of the heap.'
    """


@_asked(Session.strategy)
def strategy() -> None:
    """What the winner answers to everything, as a file that can be checked.

    >>> import sprague
    >>> sprague.strategy("nim@3,4,5").winner
    'mover'
    """


@_asked(Session.board)
def board() -> None:
    """A position by the rules alone, after a `line` of moves by their names: its picture, its moves in words, whether play is over.

    >>> import sprague
    >>> [move["text"] for move in sprague.board("nim@3,1", line=["1: take 2"])["moves"]]
    ['take 1 from heap 1', 'take 1 from heap 2']
    """


@_asked(Session.reply)
def reply() -> None:
    """A move to answer with: `easy` (at random), `middle` (it sees three moves ahead) or `perfect`, and the level at which it was chosen.

    >>> import sprague
    >>> sprague.reply("nim@3,4,5", level="perfect")["reply"]["to"]
    'nim@1,4,5'
    """


@_asked(Session.certify)
def certify() -> None:
    """The proof of a period, as a file that can be checked: `values=True` of values, `quotient=True` of a misère quotient.

    >>> import sprague
    >>> sprague.certify("kayles").preperiod
    71
    """


@_asked(Session.check)
def check() -> None:
    """Whether a certificate or a strategy is right, by the rules alone: an answer, or the path of a file.

    A long proof by equal states saves in the file `checkpoint=` how far it is, and goes on from there.

    >>> import sprague
    >>> bool(sprague.check(sprague.certify("kayles")))
    True
    """


@_asked(Session.graph)
def graph() -> None:
    """The position graph: all of it, or the first `most` positions, or those at most `depth` moves away.

    >>> import sprague
    >>> len(sprague.graph("nim@2,2"))
    6
    """


@_asked(Session.plot)
def plot() -> None:
    """A drawing, which a notebook shows and `save` writes.

    Of a family its rows up to `to`, with the period shaded; of a ruleset up to a pair `to=(20, 20)`, or of a pattern, a table; of a position
    its graph, or its thermograph; or as `kind` says: points, table, thermograph, scaffold, graph, picture, order. theme: auto, light or dark.

    >>> import sprague
    >>> sprague.plot("wythoff", to=(20, 20)).kind
    'table'
    """


@_asked(Session.find)
def find() -> None:
    """The positions that have a property, one after another, while the search for more goes on.

    >>> import sprague
    >>> [found.position for found in sprague.find("kayles", to=100, where="nimber = 9")]
    []
    >>> next(sprague.find("domineering", squares=11, where="temperature >= 7/4")).position
    'domineering@..##/#.../..../##..'
    """


@checked
def glossary(word: str | None = None) -> list[dict[str, Any]]:
    """The words that answers use: a sentence, an example and a reference for each, or for one of them.

    >>> import sprague
    >>> sprague.glossary("dicot")[0]["word"]
    'all-small'
    """
    told = {} if word is None else {"word": word}
    found: list[dict[str, Any]] = json.loads(default()._engine.ask("glossary", told))
    return found


@checked
def nim(expression: str) -> int:
    """The nimber, below 2^128, that an expression with + * / ^, brackets, sqrt(a), mex{a, b}, ugly(a, b) or odious(a) is worth.

    >>> import sprague
    >>> sprague.nim("7 * 9"), sprague.nim("4 / 5 + 2^3")
    (8, 12)
    """
    return int(json.loads(default()._engine.ask("nim", {"expression": expression}))["nimber"])


def rulesets() -> list[dict[str, Any]]:
    """The built-in rulesets: notation, component, play, rules, parameters, example, theorem, source and kind of each, and what is known.

    The kind is `ruleset`, or `modifier` for what stands around another ruleset, as in `impartial:domineering@3x4`.

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
    """The longest period of all subtraction sets with this largest member, by outcomes or nimbers, on all cores.

    `shard=(i, n)`, i from 1 to n, is one of n parts with about the same work each, and `merge` adds them up. A part has a digest of the
    period and preperiod of every set; `digest` asks for that of all sets, which takes two to four times as long. Here
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
    """The periods of all octal codes 0.d1d2… and 4.d1d2… with at most so many digits behind the point, each sought for `seek` rows.

    Trailing zeros do not count: each game is there once. `limit_positions` and `limit_memory` hold for each code, `limit_time` for all
    of them. `shard=(i, n)` is one of n parts.

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
    """The laws of the rows of all pairs of sets with amounts up to `largest`, at most 10, up to exchanging Left and Right.

    Each takes some milliseconds, on one thread. `shard=(i, n)` is one of n parts, and `merge` adds them up. `limit_positions` counts pairs.
    `pairs_of_sets` gives the laws of one pair after the other.

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
    """The laws of the pairs of sets of `sweep_asymmetric`, one after the other, from number `start` on.

    A pair is worked out when it is asked for, and limits hold for each. To go on later, `start` at the number after that of the last one.

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
    """A part of a sweep as the engine reads it.

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
    """The sum of parts of a sweep, in any order: answers of `sweep`, or paths of files that they, or `sprague sweep`, were saved in.

    Parts of different sweeps, a part that is there twice, and files that were changed raise ValueError, and so do parts that are
    missing, unless `partial`.

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
    """The sum of parts of a search, in any order: paths of files that `sprague find --shard 1/4 -o FILE` wrote.

    Parts of different searches, a part that is there twice, and files that were changed raise ValueError, and so do parts that are
    missing, unless `partial`.

    >>> import sprague
    >>> sprague.merge_searches(["1.json", "2.json"]).found  # doctest: +SKIP
    1285
    """
    found = json.loads(default()._engine.merge([_part(part) for part in listed("parts", parts, "answers of `sweep`, or of paths")], partial))
    if "looked_at" not in found:
        raise ValueError("these are parts of a sweep: `sprague.merge` adds them up")
    return FoundSummary(found)


MOST_PARTS = 10**6

# no part has more bytes
MOST_BYTES = 2**28


def _part(part: Swept | str | os.PathLike[str]) -> tuple[str, str]:
    """The name of a part, and its text."""
    if isinstance(part, Swept):
        return repr(part), part.to_json()
    with open(part, "rb") as file:
        # what is no text is no part
        return os.fspath(part), file.read(MOST_BYTES + 1).decode(errors="replace")


@checked
def identify(values: Iterable[int], *, max_matches: int = 100, **limits: Unpack[Limits]) -> Matches:
    """Which known games begin with these nimbers, the best known first, and the law that the values follow.

    >>> import sprague
    >>> [match.family for match in sprague.identify([0, 1, 0, 1, 2, 3, 2])][:1]
    ['octal:0.74']
    """
    wholes = (int(value) if isinstance(value, float) and value == value // 1 else value for value in listed("values", values, "Grundy values"))
    told = keywords(limits, values=[count("a Grundy value", value) for value in wholes], max_matches=max_matches)
    found = json.loads(default()._engine.ask("identify", told))
    matches = (Match(match["family"], match["shift"], match.get("oeis")) for match in found["matches"])
    return Matches(matches, found.get("law"))


@checked
def test(rules: Ruleset, *starts: Any, plays: int = 100, longest_play: int = 100_000, seed: int = 1, seconds: float = 10) -> Report:
    """Whether a ruleset obeys the laws that the engine relies on, tried by random play from these positions on.

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


# pytest looks for functions with this name, and this is none of its tests
test.__test__ = False  # type: ignore[attr-defined]


def _tell_all() -> None:
    for kind in (Position, Ruleset):
        for name in ("solve", "analyse", "value", "compare", "graph", "plot"):
            # those of others have another signature
            if function := kind.__dict__.get(name):
                _tell(function, getattr(Session, name))


_tell_all()

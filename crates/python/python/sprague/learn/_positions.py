"""Labelled positions, which are the same bytes from the same arguments on every machine."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .. import _sprague
from .._limits import Player
from .._rulesets import Position
from .._session import Session
from .._sprague import LimitReached, SpragueError
from ._game import Game, Rules
from ._judge import LIMIT, NO_TIME

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

# the number of plays without a new row, after which there are no more
FRUITLESS = 1000

# the positions within which a theorem answers
FEW = 200

LICENCE = "MIT OR Apache-2.0"


class Positions:
    """Up to n labelled positions from random plays, no two of them equal up to the symmetries of the rules.

    Iterate over it, or write it to a file. A row has the position, who moves (in a partizan game), the outcome and all best moves, each
    None where the limit stopped the engine, whether a theorem, a table of heaps or a search has found the outcome, and the half, `test`
    or `train`, which depends on the symmetry class alone.

    The rows depend on nothing but the arguments and the version. With `balance="class"` as many of them are won as lost for the player
    to move (and drawn, if some are).

    >>> from sprague import learn
    >>> [row["best"] for row in learn.positions("nim@1,2", 2, seed=1)]
    [['1: take 1', '2: take 1'], ['1: take 1']]
    """

    def __init__(
        self,
        start: Position | str,
        n: int,
        *,
        seed: int,
        balance: Literal["class"] | None = None,
        limit_positions: int = LIMIT,
        test_share: float = 0.1,
        **rules: Unpack[Rules],
    ) -> None:
        if balance not in (None, "class"):
            raise ValueError(f"balance is 'class' or None, not {balance!r}")
        self._game = Game(start, **rules)
        self._n, self._seed, self._balance, self._limit, self._test = n, seed, balance, limit_positions, test_share
        self._rows: list[dict[str, Any]] | None = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows) if self._rows is not None else self._made()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All rows."""
        if self._rows is None:
            self._rows = list(self._made())
        return self._rows

    @property
    def unknown(self) -> int:
        """The number of positions whose best moves are not known, because the limit stopped the engine."""
        return sum(row["best"] is None for row in self.rows)

    def _made(self) -> Iterator[dict[str, Any]]:
        rng = random.Random(f"positions {self._game.start} {self._game.play} {self._game.first} {self._seed}")
        met: set[tuple[str, Player | None]] = set()
        seen: set[tuple[str, Player | None]] = set()
        # half of a balanced set is won, or a third if some are drawn
        waiting: dict[str, list[dict[str, Any]]] = {"win": [], "loss": [], "draw": []}
        made = fruitless = 0
        while made < self._n and fruitless < FRUITLESS:
            fruitless += 1
            text, mover = _met(self._game, rng)
            side = self._game.side(mover)
            if (text, side) in met:
                continue
            met.add((text, side))
            form = self._game.ask("board", {"position": text, **self._game.starter(mover), "form": True})["form"]
            if (form, side) in seen:
                continue
            seen.add((form, side))
            row = self._labelled(text, mover, form)
            if self._balance is None:
                made, fruitless = made + 1, 0
                yield row
                continue
            if row["best"] is None:
                continue
            waiting[row["outcome"]].append(row)
            kinds = [rows for kind, rows in waiting.items() if rows or kind != "draw"]
            while all(kinds) and made < self._n:
                for rows in kinds[: self._n - made]:
                    made, fruitless = made + 1, 0
                    yield rows.pop(0)

    def _labelled(self, text: str, mover: int, form: str) -> dict[str, Any]:
        side = self._game.side(mover)
        told = {"position": text, **self._game.starter(mover), "limit_positions": self._limit, "limit_time": NO_TIME}
        engine = Session(*self._game.rulesets)._engine
        try:
            # all moves are decided if a number of them is given
            found = self._game.ask("solve", {**told, "max_moves": 10**6}, engine)
        except LimitReached as error:
            found = error.known
        total = found.get("winning_moves_total")
        best: list[str] | None = None
        if total is not None and found.get("outcome"):
            best = sorted(move["move"] for move in found["winning_moves"])
            if found["outcome"] == "loss" and not self._game.is_scored:
                best = sorted(step.label for step in self._game.place(text, mover).steps)
        digest = hashlib.sha256(f"{form} {side}".encode()).digest()
        row: dict[str, Any] = {"position": text, **({} if side is None else {"first": side}), "outcome": found.get("outcome"), "best": best}
        if self._game.is_scored:
            row["score"] = found.get("score")
        by = _source(engine, self._game, told) if found.get("outcome") else None
        return {**row, "by": by, "half": "test" if digest[0] < 256 * self._test else "train"}

    @property
    def about(self) -> dict[str, Any]:
        """What makes the data again: version, command line, number of rows and of those without a label, digest and licence."""
        lines = [_line(row) for row in self.rows]
        command = f"python -m sprague.learn {shlex.quote(self._game.start)} --n {self._n} --seed {self._seed} --play {self._game.play}"
        command += f" --limit-positions {self._limit} --test-share {self._test} --longest {self._game.longest}"
        command += f" --first {self._game.first}" * (self._game.first == "right") + f" --balance {self._balance}" * bool(self._balance)
        return {
            "version": _sprague.__version__,
            "command": command,
            "rows": len(lines),
            "unlabelled": self.unknown,
            "sha256": hashlib.sha256("".join(lines).encode()).hexdigest(),
            "licence": LICENCE,
        }

    def to_jsonl(self) -> str:
        """Returns the rows as JSON Lines."""
        return "".join(map(_line, self.rows))

    def to_frame(self) -> pandas.DataFrame:
        """Returns a table with a row for each position."""
        import pandas

        return pandas.DataFrame(self.rows)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file of JSON Lines or, if its name ends with `.parquet`, of Parquet, and next to it what makes it again."""
        path = Path(path)
        if path.suffix == ".parquet":
            self.to_frame().to_parquet(path)
        else:
            path.write_text(self.to_jsonl(), encoding="utf-8", newline="\n")
        path.with_name(path.name + ".about.json").write_text(json.dumps(self.about, indent=2) + "\n", encoding="utf-8", newline="\n")


def _met(game: Game, rng: random.Random) -> tuple[str, int]:
    """Returns a position of a random play, and who moves there. It has moves."""
    text, mover = game.start, 0
    met: list[tuple[str, int]] = []
    while len(met) < game.longest and (steps := game.place(text, mover).steps):
        met.append((text, mover))
        # `random` alone is the same in every version of Python
        step = steps[int(rng.random() * len(steps))]
        text, mover = step.to, mover if step.again else 1 - mover
    if not met:
        raise SpragueError(f"{game.start} has no moves, so there are no positions to label")
    return met[int(rng.random() * len(met))]


def _source(engine: Any, game: Game, told: dict[str, Any]) -> str:
    """Returns whether a theorem, a table of heaps or a search has found the outcome. More than a few positions are a search."""
    try:
        few = {**told, "outcome_only": True, "explain": True, "limit_positions": FEW}
        why = " ".join(game.ask("solve", few, engine)["why"])
    except LimitReached:
        return "search"
    if "one by one" in why:
        return "table"
    return "search" if re.search("search|canonical forms|entailing|rules alone", why) else "theorem"


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n"

"""The truth about every legal move, and the regret of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .._record import Outcome
from .._rulesets import Position
from .._sprague import LimitReached
from ._game import WORTH, Game, Rules

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

# limits of questions here count positions and never time, so that answers are the same on every machine
NO_TIME = 10**9

# the default of limits, in positions for each question
LIMIT = 10**6

OUTCOMES: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}


class Judged(NamedTuple):
    """A legal move with the truth about it, from the mover's side. What a limit left unknown is None.

    The outcome is that of the game after the move. The regret is the best outcome less this one, where a win counts 1, a draw 0 and a
    loss -1; in points if the rules count points, with all that the mover gets by the move and after it as `score`. The remoteness is the
    number of moves that follow under best play, if it was found quickly.
    """

    move: str
    to: str
    outcome: Outcome | None
    regret: int | None
    remoteness: int | None
    score: int | None


class Judgement(list[Judged]):
    """All legal moves in the order of the rules."""

    @property
    def best(self) -> set[str]:
        """The labels of the best moves."""
        return {move.move for move in self if move.regret == 0}

    def regret(self, label: str) -> int | None:
        """Returns the regret of a move, or None if it is not known."""
        return next(move.regret for move in self if move.move == label)

    def to_frame(self) -> pandas.DataFrame:
        """Returns a table with a row for each move."""
        import pandas

        return pandas.DataFrame(list(self), columns=Judged._fields)


def judged(game: Game, text: str, mover: int, limit_positions: int, *, with_remoteness: bool = False) -> Judgement:
    """Returns all legal moves of a position with their regrets."""
    asked: dict[str, Any] = {"position": text, **game.starter(mover), "limit_positions": limit_positions, "limit_time": NO_TIME}
    try:
        found = game.ask("view", asked) if with_remoteness else game.ask("solve", {**asked, "moves": "all"})
    except LimitReached as error:
        found = error.known
    told = {move["move"]: move for move in found.get("moves") or []}
    worths: list[tuple[int | None, dict[str, Any]]] = []
    steps = game.place(text, mover).steps
    for step in steps:
        move = told.get(step.label, {})
        worth = move.get("score") if game.is_scored else None
        if not game.is_scored and move.get("outcome"):
            # the outcome is that of the next player to move; a pass that the move entails is not made yet
            worth = WORTH[move["outcome"]] * (1 if move.get("again") else -1)
        worths.append((worth, move))
    known = [worth for worth, _ in worths if worth is not None]
    best = max(known) if known and (len(known) == len(steps) or (not game.is_scored and 1 in known)) else None
    moves = Judgement()
    for step, (worth, move) in zip(steps, worths, strict=True):
        regret = None if best is None or worth is None else best - worth
        outcome = None if worth is None else OUTCOMES[(worth > 0) - (worth < 0)]
        moves.append(Judged(step.label, step.to, outcome, regret, move.get("remoteness"), worth if game.is_scored else None))
    return moves


def judge(start: Position | str, *, limit_positions: int = LIMIT, **rules: Unpack[Rules]) -> Judgement:
    """Returns every legal move with the outcome after it, its regret, and how many moves follow. What a limit left unknown is None.

    >>> from sprague import learn
    >>> learn.judge("domineering@2x2").best == {"1.1-2.1", "1.2-2.2"}
    True
    """
    game = Game(start, **rules)
    return judged(game, game.start, 0, limit_positions, with_remoteness=True)

"""Exact play for people who train and test learning machines: environments, truth about moves, matches and labelled positions.

Nothing here is imported by `import sprague`. Environments need `pip install sprague[pettingzoo]`, and `register_openspiel` needs
`pip install sprague[openspiel]`. The other functions need neither.

>>> from sprague import learn
>>> [(move.move, move.regret) for move in learn.judge("nim@1,2")]
[('1: take 1', 2), ('2: take 1', 0), ('2: take 2', 2)]
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from .._limits import Player
from .._rulesets import Position, position
from .._session import default
from ._game import Actions, Game, Rules, State, Step
from ._invent import Invention, invent
from ._judge import Judged, Judgement, judge
from ._match import Agent, Curve, Played, Strength, Turn, play
from ._positions import Positions
from ._retell import Retelling, Unread, retell

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._environment import Environment

__all__ = [
    "Actions", "Agent", "Curve", "Game", "Invention", "Judged", "Judgement", "Played", "Positions", "Retelling", "Rules", "State",
    "Step", "Strength", "Turn", "Unread", "bot", "count", "env", "invent", "judge", "play", "positions", "register_openspiel", "retell",
]

positions = Positions


def env(
    start: Position | str,
    *,
    observe: Literal["planes", "heaps", "text"] | None = None,
    render_mode: Literal["ansi", "human"] | None = None,
    **rules: Unpack[Rules],
) -> Environment:
    """Returns an environment of PettingZoo for the game that starts at this position. It may be of a ruleset of one's own.

    An action is a move by its label: on a board, every combination of squares, and otherwise every label in the first `explore`
    positions. If the game has more positions, an action is a rank in the list of legal moves, `env.actions_are_ranks` is true, and there
    are `actions` of them, or twice as many as the most moves that were seen. A play of `longest` moves ends as a draw, by truncation.

    Rewards are 1, 0 and -1, or the points by which an agent is ahead if the rules count points.
    """
    from ._environment import Environment

    return Environment(Game(start, **rules), observe, render_mode)


def register_openspiel(name: str, start: Position | str, **rules: Unpack[Rules]) -> None:
    """Registers the game with OpenSpiel, which then has it as `pyspiel.load_game(name)`. Actions are those of `env`."""
    from ._openspiel import register

    register(name, Game(start, **rules))


def bot(player: Any, game: Any) -> Agent:
    """Returns an agent that asks a bot of OpenSpiel, such as `MCTSBot`, about the registered `game` that starts where the match does."""

    def agent(turn: Turn) -> str:
        state = game.new_initial_state()
        for label in turn.line:
            state.apply_action(state.string_to_action(label))
        return str(state.action_to_string(player.step(state)))

    return agent


def count(what: Position | str, depth: int, *, first: Player | None = None) -> list[int]:
    """Returns the number of lines of play of 0, 1, ... and `depth` moves, up to the first 0 (perft), to compare the rules of programs.

    >>> from sprague import learn
    >>> learn.count("nim@2,1", 3)
    [1, 3, 5, 3]
    """
    asked = position(what)
    engine, (text,) = (asked._session if asked.rulesets else default())._of(asked)
    told = {"position": text, "depth": depth, **({} if first is None else {"first": first})}
    return [int(lines) for lines in json.loads(engine.ask("count", told))["lines"]]

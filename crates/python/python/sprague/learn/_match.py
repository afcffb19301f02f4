"""Matches between agents, with the regret of every move. An agent that breaks the rules loses its game, and the match goes on."""

from __future__ import annotations

import multiprocessing
import operator
import os
import random
import signal
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .._limits import Player
from .._rulesets import Position
from .._sprague import SpragueError
from ._game import Game, Rules, State
from ._judge import LIMIT, NO_TIME, Judgement, judged

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack


class Turn(NamedTuple):
    """What an agent is given: the position in the notation, the player who moves (0 has started), Left or Right in a partizan game, the
    legal moves by their labels and in words, the labels of the moves so far, and the position as text to look at.
    """

    position: str
    player: int
    side: Player | None
    moves: tuple[str, ...]
    words: tuple[str, ...]
    line: tuple[str, ...]
    drawing: str


# returns the label of a move, or its index in `turn.moves`
Agent = Callable[[Turn], "str | int"]

Strength = Literal["random", "easy", "middle", "perfect"]


class _Level:
    """An opponent of a given strength, which makes a random move with probability `epsilon`."""

    def __init__(self, game: Game, level: str, epsilon: float, limit: int, random: random.Random) -> None:
        if level not in ("random", "easy", "middle", "perfect"):
            raise ValueError(f"an opponent is a function, or random, easy, middle or perfect, not {level!r}")
        self.game, self.level, self.epsilon, self.limit, self.random = game, level, epsilon, limit, random

    def __call__(self, turn: Turn) -> str | int:
        if self.level == "random" or self.random.random() < self.epsilon:
            return int(self.random.random() * len(turn.moves))
        told: dict[str, Any] = {"position": turn.position, "level": self.level, "seed": int(self.random.random() * 2**32)}
        found = self.game.ask("reply", {**told, **self.game.starter(turn.player), "limit_positions": self.limit, "limit_time": NO_TIME})
        return str(found["reply"]["move"])


class _Broken(Exception):
    """An agent did not return a legal move."""


class _Aside:
    """An agent in a process of its own, which is ended if it takes too long."""

    def __init__(self, agent: Agent, seconds: float) -> None:
        self.agent, self.seconds = agent, seconds
        self.process: Any = None

    def __call__(self, turn: Turn) -> Any:
        if self.process is None:
            context: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
            self.here, there = context.Pipe()
            self.process = context.Process(target=_answer, args=(self.agent, there), daemon=True)
            with warnings.catch_warnings():
                # the child calls nothing but the agent
                warnings.simplefilter("ignore", DeprecationWarning)
                self.process.start()
            there.close()
        try:
            self.here.send(turn)
            is_late = not self.here.poll(self.seconds)
            is_move, said = (False, f"no move after {self.seconds:g} s") if is_late else self.here.recv()
        except Exception:
            is_late, is_move, said = True, False, "the process of the agent ended"
        if is_late:
            self.end()
        if not is_move:
            raise _Broken(said)
        return said

    def end(self) -> None:
        if self.process is not None:
            with suppress(AttributeError, OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.join()
            self.here.close()
            self.process = None


def _answer(agent: Agent, there: Any) -> None:
    """Answers turns until the other end is closed."""
    # in a group of processes, which ends with all that the agent starts
    getattr(os, "setsid", int)()
    pid = os.getpid()
    with suppress(EOFError):
        while True:
            turn = there.recv()
            try:
                answer: tuple[bool, int | str] = True, _asked(agent, turn)
            except _Broken as error:
                answer = False, str(error)
            if os.getpid() != pid:
                # a copy of this process, if the agent forks
                os._exit(0)
            with suppress(Exception):
                print(end="", flush=True)
            there.send(answer)


def _asked(agent: Agent, turn: Turn) -> int:
    """Returns the index of the move that an agent chooses."""
    try:
        move: Any = agent(turn)
        # also words and numbers of NumPy, for example
        move = str.__str__(move) if isinstance(move, str) else operator.index(move)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _Broken(traceback.format_exception_only(error)[-1].strip()[:200]) from None
    if move in turn.moves:
        return turn.moves.index(move)
    if isinstance(move, str) or not 0 <= move < len(turn.moves):
        raise _Broken(f"illegal move {move[:100]!r}" if isinstance(move, str) else "illegal move: no such index")
    return int(move)


class Played:
    """The games of a match, seen by its first agent.

    `games` has for each game the result (1, 0, -1 or points), the player that the agent was, the line, and who broke the rules how.
    `moves` has for each move its game and number, whose it was, the position, the label and the regret (None where a limit stopped the
    engine).
    """

    def __init__(self, games: list[dict[str, Any]], moves: list[dict[str, Any]]) -> None:
        self.games, self.moves = games, moves

    def _count(self, sign: int) -> int:
        return sum(((game["result"] > 0) - (game["result"] < 0)) == sign for game in self.games)

    wins = property(lambda self: self._count(1), doc="The number of games that the agent has won.")
    draws = property(lambda self: self._count(0), doc="The number of games that were drawn.")
    losses = property(lambda self: self._count(-1), doc="The number of games that the agent has lost.")

    @property
    def errors(self) -> list[str]:
        """What was wrong in the games that ended because an agent broke the rules."""
        return [f"game {game['game']}, {game['broken_by']}: {game['error']}" for game in self.games if game["error"]]

    @cached_property
    def _regrets(self) -> list[list[int]]:
        """The known regrets of the agent's moves in each game."""
        each: list[list[int]] = [[] for _ in self.games]
        for move in self.moves:
            if move["by"] == "agent" and move["regret"] is not None:
                each[move["game"]].append(move["regret"])
        return each

    @property
    def regret(self) -> float | None:
        """The mean regret of the agent's moves, or None if none is known."""
        return _mean(self._regrets)

    @property
    def first_losing(self) -> list[int | None]:
        """The number of the first move of each game, from 1, that cost the agent something, or None."""
        found = {move["game"]: move["number"] for move in reversed(self.moves) if move["by"] == "agent" and move["regret"]}
        return [found.get(game["game"]) for game in self.games]

    def to_frame(self) -> pandas.DataFrame:
        """Returns a table with a row for each move."""
        import pandas

        return pandas.DataFrame(self.moves)

    def curve(self, window: int = 10) -> Curve:
        """Returns the mean regret of the agent's moves over `window` games, up to each game, as a picture."""
        return Curve(_mean(self._regrets[max(0, game + 1 - window) : game + 1]) or 0.0 for game in range(len(self.games)))

    def __repr__(self) -> str:
        regret = "unknown" if self.regret is None else f"{self.regret:.3f}"
        broken = f", {len(self.errors)} ended by errors" if self.errors else ""
        return f"<{len(self.games)} games: {self.wins} won, {self.draws} drawn, {self.losses} lost, regret {regret} per move{broken}>"


def _mean(each: list[list[int]]) -> float | None:
    known = [regret for regrets in each for regret in regrets]
    return sum(known) / len(known) if known else None


class Curve(list[float]):
    """Numbers that a notebook draws as a line."""

    def _repr_svg_(self) -> str:
        high = max([*self, 0.01])
        across = [50 + 530 * at / max(1, len(self) - 1) for at in range(len(self))]
        line = " ".join(f"{x:.1f},{170 - 150 * y / high:.1f}" for x, y in zip(across, self, strict=True))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200" width="600" font-family="sans-serif" font-size="12">'
            '<rect width="600" height="200" fill="#fff"/><path d="M50 20V170H580" fill="none" stroke="#666"/>'
            f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>'
            f'<text x="44" y="24" text-anchor="end">{high:.2f}</text><text x="44" y="174" text-anchor="end">0</text>'
            f'<text x="580" y="190" text-anchor="end">{len(self)} games</text><text x="56" y="16">regret per move</text></svg>'
        )


def play(
    agent: Agent | Strength,
    opponent: Agent | Strength,
    start: Position | str | Game,
    *,
    games: int = 100,
    seed: int = 1,
    epsilon: float = 0.0,
    seconds: float | None = 60,
    limit_positions: int = LIMIT,
    **rules: Unpack[Rules],
) -> Played:
    """Returns the record of a match. The agents start in turn, and the regrets are those of the first one.

    An agent is a function of a `Turn` that returns a label or an index in `turn.moves`, or one of random, easy, middle and perfect. The
    opponent makes a random move with probability `epsilon`.

    A function runs in a process of its own. An illegal move, an exception, the end of its process, or more than `seconds` for a move lose
    the game, and the match goes on. With `seconds=None` it runs here, so that it can learn from game to game, and may take all the time.

    >>> from sprague import learn
    >>> learn.play("perfect", "random", "nim@1,2", games=10).regret
    0.0
    """
    game = start if isinstance(start, Game) else Game(start, **rules)
    rng = random.Random(f"match {seed}")
    records: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    judgements: dict[tuple[str, Player | None], Judgement] = {}

    def one(player: Agent | Strength, epsilon: float) -> Any:
        if isinstance(player, str):
            return _Level(game, player, epsilon, limit_positions, rng)
        return player if seconds is None else _Aside(player, seconds)

    both = {"agent": one(agent, 0.0), "opponent": one(opponent, epsilon)}
    try:
        for number in range(games):
            state = State(game)
            names = ["agent", "opponent"] if number % 2 == 0 else ["opponent", "agent"]
            broken: tuple[str, str] | None = None
            told: list[str] = []
            while not state.is_over:
                name, place = names[state.mover], state.place
                labels = tuple(step.label for step in place.steps)
                words = tuple(step.words for step in place.steps)
                drawing = game.drawing(state.text, state.mover)
                turn = Turn(state.text, state.mover, game.side(state.mover), labels, words, tuple(state.line), drawing)
                try:
                    chooses = both[name]
                    at = chooses(turn) if isinstance(chooses, _Aside) else _asked(chooses, turn)
                except _Broken as problem:
                    broken = name, str(problem)
                    break
                key = state.text, game.side(state.mover)
                if key not in judgements:
                    judgements[key] = judged(game, state.text, state.mover, limit_positions)
                regret = judgements[key][at].regret
                row = {"game": number, "number": len(state.line) + 1, "by": name, "position": state.text, "move": labels[at]}
                moves.append({**row, "regret": regret})
                told.append(words[at])
                state.make(place.steps[at])
            me = names.index("agent")
            result = (1 if broken[0] == "opponent" else -1) if broken else state.result() * (1 if me == 0 else -1)
            by, error = broken or (None, None)
            record = {"game": number, "result": result, "player": me, "line": state.line, "words": told, "stopped": state.is_stopped}
            records.append({**record, "broken_by": by, "error": error})
    finally:
        for each in both.values():
            if isinstance(each, _Aside):
                each.end()
    return Played(records, moves)

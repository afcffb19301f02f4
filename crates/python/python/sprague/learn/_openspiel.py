"""Games of OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._game import Game, Observer, State


def register(name: str, game: Game) -> None:
    """Registers a game with OpenSpiel under a name."""
    observer = Observer(game, None)
    told, actions = pyspiel.GameType, game.actions
    kind = told(
        short_name=name, long_name=f"{game.start} ({'score' if game.is_scored else game.play} play)", min_num_players=2, max_num_players=2,
        dynamics=told.Dynamics.SEQUENTIAL, chance_mode=told.ChanceMode.DETERMINISTIC, information=told.Information.PERFECT_INFORMATION,
        utility=told.Utility.ZERO_SUM, reward_model=told.RewardModel.TERMINAL, provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={},
    )  # fmt: skip
    # a play with points may gain as much as possible with every move, and as much at its end
    most = float((actions.most_gain or 1000) * (game.longest + 1)) if game.is_scored else 1.0
    info = pyspiel.GameInfo(
        num_distinct_actions=actions.number, max_chance_outcomes=0, num_players=2, min_utility=-most, max_utility=most, utility_sum=0.0,
        max_game_length=game.longest,
    )  # fmt: skip

    class OpenSpielGame(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self, state: Any = None) -> OpenSpielState:
            return OpenSpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return _Observer(observer)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    class OpenSpielState(pyspiel.State):
        def __init__(self, owner: Any) -> None:
            super().__init__(owner)
            self.play = State(game)

        def current_player(self) -> int:
            return int(pyspiel.PlayerId.TERMINAL) if self.play.is_over else self.play.mover

        def _legal_actions(self, player: int) -> list[int]:
            return list(self.play.legal)

        def _apply_action(self, action: int) -> None:
            self.play.make(self.play.legal[action])

        def _action_to_string(self, player: int, action: int) -> str:
            step = self.play.legal.get(action) if player == self.play.mover else None
            return step.label if step else f"action {action}" if actions.are_ranks else actions.labels[action]

        def is_terminal(self) -> bool:
            return self.play.is_over

        def returns(self) -> list[float]:
            won = float(self.play.result()) if self.play.is_over else 0.0
            return [won, -won]

        def __str__(self) -> str:
            return game.drawing(self.play.text, self.play.mover)

    pyspiel.register_game(kind, OpenSpielGame)


class _Observer:
    """An observer, as OpenSpiel calls it."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.tensor = np.zeros(int(np.prod(observer.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(observer.shape)}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = self._observer.of(state.play.text, state.play.mover).ravel()

    def string_from(self, state: Any, player: int) -> str:
        return str(state)

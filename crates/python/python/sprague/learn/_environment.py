"""An environment of PettingZoo, in which two agents move in turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._game import Game, Observer, State

AGENTS = ["player_0", "player_1"]


class Environment(AECEnv):
    """A game for two agents, `player_0` who starts and `player_1`, as PettingZoo's agent-environment cycle.

    An illegal action ends the game and costs the agent 1. A play that is too long is truncated.
    """

    def __init__(self, game: Game, observe: str | None, render_mode: str | None) -> None:
        super().__init__()
        name = "".join(sign if sign.isalnum() else "_" for sign in game.family)
        self.metadata = {"name": f"sprague_{name}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.game = game
        self.actions = game.actions
        self.actions_are_ranks = game.actions.are_ranks
        self.render_mode = render_mode
        self._observer = Observer(game, observe)
        number = game.actions.number
        one = spaces.Box(0, self._observer.high, self._observer.shape, self._observer.dtype)
        self.possible_agents = AGENTS[:]
        self.action_spaces = {agent: spaces.Discrete(number) for agent in AGENTS}
        mask = spaces.Box(0, 1, (number,), np.int8)
        self.observation_spaces = {agent: spaces.Dict({"observation": one, "action_mask": mask}) for agent in AGENTS}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing in it is random, so `seed` changes nothing."""
        self.state_of_play = State(self.game)
        self.agents = AGENTS[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(AGENTS, 0), dict.fromkeys(AGENTS, 0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._turn()

    def _turn(self) -> None:
        """Passes the turn to the player to move, or ends the game."""
        play = self.state_of_play
        self.agent_selection = AGENTS[play.mover]
        if play.is_over:
            ended = self.truncations if play.is_stopped else self.terminations
            ended.update(dict.fromkeys(AGENTS, True))
            won = play.result()
            self.rewards = {AGENTS[0]: won, AGENTS[1]: -won}

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the position and the mask of legal actions, which has none for the agent who is not to move."""
        play = self.state_of_play
        mask = np.zeros(self.actions.number, np.int8)
        if agent == AGENTS[play.mover] and not play.is_over and not self.terminations[agent]:
            mask[list(play.legal)] = 1
        return {"observation": self._observer.of(play.text, play.mover), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes the move of an action for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.state_of_play
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(AGENTS, 0)
        step = play.legal.get(int(action)) if action is not None else None
        if step is None:
            self.rewards[agent] = -1
            self.infos[agent]["illegal"] = action
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1 - play.mover]
        else:
            play.make(step)
            self._turn()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the drawing of the position, or prints it in mode `human`."""
        drawing = self.game.drawing(self.state_of_play.text, self.state_of_play.mover)
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing

    def close(self) -> None:
        """Does nothing, because nothing is open."""

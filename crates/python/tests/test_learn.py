"""Environments pass the tests of PettingZoo and OpenSpiel, labels are those of brute force, and broken agents lose their game only."""

import doctest
import json
import os
import pkgutil
import subprocess
import sys
import warnings
from importlib import import_module

import numpy as np
import perft
import pytest

import sprague
from sprague import learn

# backsliding toads and frogs is loopy, dots and boxes counts points, and stones has draws
LOOPY = "backsliding-toads-frogs@T..F"
SCRIPT = 'fn moves(n) { let f = []; for a in [1, 2, 4] { if a <= n { f.push(n - a); } } f }\n'


class Last(sprague.Ruleset):
    """Take one or two digits from the left."""

    def moves(self, digits):
        return {f"take {n}": digits[n:] for n in (1, 2) if n <= len(digits)}


GAMES = {
    "nim": ("nim@3,4,5", {}),
    "nim, misère, text": ("nim@3,4,5", {"play": "misere", "observe": "text"}),
    "clobber": ("clobber@4x4", {}),
    "domineering": ("domineering@3x3", {"first": "right"}),
    "loopy": (LOOPY, {"longest": 30}),
    "scored": ("dots-and-boxes@1x2", {}),
    "kayles": ("kayles@12", {}),
    "amazons": ("amazons@x../.../..o", {}),
    "entailing": ("nimstring@1x2", {}),
    "draws": ("stones:1-3@7", {}),
    "a sum, by ranks": ("cram@2x2 + nim@3", {"actions": 12}),
    "a class in Python": (Last() @ "1234567", {}),
    "a script": ("./own.rhai@9", {}),
}


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    (tmp_path / "own.rhai").write_text(SCRIPT)
    monkeypatch.chdir(tmp_path)


each_game = pytest.mark.parametrize("start, options", GAMES.values(), ids=list(GAMES))


@each_game
def test_environments_pass_the_tests_of_pettingzoo(start, options, capsys):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, render_test, seed_test

    with warnings.catch_warnings():
        # the planes of an empty heap are zeros, which the test remarks upon
        warnings.simplefilter("ignore")
        api_test(learn.env(start, **options), num_cycles=100)
        seed_test(lambda: learn.env(start, **options), num_cycles=20)
        render_test(lambda render_mode: learn.env(start, render_mode=render_mode, **options))


@each_game
def test_openspiel_simulates_the_games_and_solves_them(start, options, request):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax

    name = request.node.callspec.id
    registered = "sprague_test_" + "".join(filter(str.isalpha, name))
    learn.register_openspiel(registered, start, **{key: value for key, value in options.items() if key != "observe"})
    game = pyspiel.load_game(registered)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    if name == "nim":
        assert minimax.alpha_beta_search(game)[0] == 1


PLAYS = {"nim": 200, "clobber": 30, "tic_tac_toe": 100, "dots_and_boxes": 50, "mancala": 20, "othello": 3, "amazons": 1}


@pytest.mark.parametrize("name, plays", PLAYS.items())
def test_games_of_openspiel_have_the_same_plays(name, plays):
    pytest.importorskip("pyspiel")
    import openspiel_games

    assert openspiel_games.differences(name, plays) == []


def test_perft_is_that_of_an_independent_program():
    rows = list(perft.compared())
    assert len({text.split("@")[0] for text, _, _ in rows}) >= 10
    for text, expected, found in rows:
        assert expected == found, text
        assert learn.count(text, len(expected) - 1) == expected


def test_an_environment_tells_points_ends_draws_and_illegal_moves():
    pytest.importorskip("pettingzoo")
    env = learn.env("dots-and-boxes@1x1")
    env.reset()
    while env.agents and not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.rewards == {"player_0": -1, "player_1": 1}
    env = learn.env(LOOPY, longest=3)
    env.reset()
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values()) and env.rewards == {"player_0": 0, "player_1": 0}
    env = learn.env("clobber@2x2")
    env.reset()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": -1, "player_1": 0} and all(env.terminations.values())


def test_actions_are_labels_or_ranks():
    assert learn.Game("nim@2,1").actions.labels == ["1: take 1", "1: take 2", "2: take 1"]
    assert "4.4-3.4" in learn.Game("clobber@4x4").actions.labels
    few = learn.Game("kayles@20", explore=5).actions
    assert few.are_ranks and few.number >= 20
    with pytest.raises(sprague.SpragueError, match="set actions="):
        learn.Game("kayles@20", actions=3).actions.legal("kayles@20", 0)


def worth(game, text, mover, seen):
    """Returns what the mover gets by brute force: 1, 0 or -1, or points. Games without end are not for this function."""
    key = text, game.side(mover)
    if key not in seen:
        place = game.place(text, mover)
        values = [after(game, step, mover, seen) for step in place.steps]
        ended = (place.score or 0) if game.is_scored else place.worth
        seen[key] = max(values) if values else ended
    return seen[key]


def after(game, step, mover, seen):
    return step.gain + worth(game, step.to, mover, seen) if step.again else step.gain - worth(game, step.to, 1 - mover, seen)


BRUTE = [
    ("nim@3,4,2", {}),
    ("nim@3,3,2", {"play": "misere"}),
    ("clobber@2x4", {}),
    ("domineering@3x3", {"first": "right"}),
    ("kayles@9", {}),
    ("stones:1-3@9", {}),
    ("dots-and-boxes@1x3", {}),
    ("nimstring@1x3", {}),
    ("amazons@x../..o", {"play": "misere"}),
]


@pytest.mark.parametrize("start, rules", BRUTE, ids=[start for start, _ in BRUTE])
def test_judgements_and_labels_are_those_of_brute_force(start, rules):
    game, seen, judged = learn.Game(start, **rules), {}, 0
    positions = learn.positions(start, 40, seed=3, **rules)
    for row in positions:
        mover = 0 if row.get("first") == game.side(0) else 1
        best = worth(game, row["position"], mover, seen)
        values = {step.label: after(game, step, mover, seen) for step in game.place(row["position"], mover).steps}
        assert row["best"] == sorted(label for label, value in values.items() if value == best), row
        assert row["outcome"] == {1: "win", 0: "draw", -1: "loss"}[(best > 0) - (best < 0)]
        assert row.get("score", best) == best
        if judged < 10:
            first = {"first": row["first"]} if "first" in row else {}
            moves = learn.judge(row["position"], **{**rules, **first})
            assert {move.move: move.regret for move in moves} == {label: best - value for label, value in values.items()}
            judged += 1
    assert judged and positions.unknown == 0


def test_a_loopy_label_is_that_of_retrograde_analysis():
    game = learn.Game(LOOPY)
    starts = [(game.start, 0)]
    for text, mover in starts:
        starts += [key for step in game.place(text, mover).steps if (key := (step.to, 1 - mover)) not in starts]
    values = {}
    for _ in starts:
        for text, mover in starts:
            after = [values.get((step.to, 1 - mover)) for step in game.place(text, mover).steps]
            if -1 in after or all(value == 1 for value in after):
                values[text, mover] = 1 if -1 in after else -1
    assert {1, -1} == set(values.values())
    for row in learn.positions(LOOPY, 30, seed=2):
        mover = ("left", "right").index(row["first"])
        assert {"win": 1, "loss": -1, "draw": None}[row["outcome"]] == values.get((row["position"], mover))
        worth = values.get((row["position"], mover), 0)
        steps = game.place(row["position"], mover).steps
        assert row["best"] == sorted(step.label for step in steps if -values.get((step.to, 1 - mover), 0) == worth)


def test_a_limit_leaves_labels_out_and_never_guesses():
    rows = learn.positions("clobber@5x5", 4, seed=1, limit_positions=200)
    assert rows.unknown == rows.about["unlabelled"] > 0
    assert all(row["best"] is None for row in rows if row["outcome"] is None)
    moves = learn.judge("clobber@5x5", limit_positions=10)
    assert moves and all(move.regret is None and move.outcome is None for move in moves)


def test_positions_are_the_same_bytes_in_another_process(tmp_path):
    rows = learn.positions("clobber@3x4", 30, seed=9, balance="class")
    rows.save(tmp_path / "rows.jsonl")
    about = json.loads((tmp_path / "rows.jsonl.about.json").read_text())
    command = [sys.executable, *about["command"].split()[1:]]
    again = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": "7"})
    assert again.stdout == (tmp_path / "rows.jsonl").read_bytes()
    assert [row["outcome"] for row in rows].count("win") == 15


def test_no_two_positions_are_mirror_images():
    def mirrored(text):
        family, rows = text.split("@")
        rows = rows.split("/")
        return {f"{family}@{'/'.join(turned)}" for side in (rows, [row[::-1] for row in rows]) for turned in (side, side[::-1])}

    rows = learn.positions("clobber@2x3", 40, seed=1)
    seen = [(row["position"], row["first"]) for row in rows]
    assert len(seen) > 15
    for at, (text, first) in enumerate(seen):
        assert not any(other in mirrored(text) and who == first for other, who in seen[:at])


class Mumbled(Exception):
    def __str__(self):
        raise self


def hostile(kind):
    def agent(turn):
        if kind == "raises":
            raise RuntimeError("no idea")
        if kind == "exits":
            raise SystemExit
        if kind == "dies":
            os._exit(3)
        if kind == "forks":
            os.fork()
        if kind == "prints":
            print(turn)
        while kind == "thinks":
            try:
                while True:
                    pass
            except BaseException:
                pass
        if kind == "mumbles":
            raise Mumbled
        return {"nonsense": "no move", "far": 10**30, "nothing": None, "float": 0.0, "list": [0]}.get(kind, turn.moves[0])

    return agent


@pytest.mark.parametrize("kind", ["nonsense", "far", "nothing", "float", "list", "raises", "mumbles", "exits", "dies", "thinks"])
def test_an_agent_that_breaks_the_rules_loses_its_game_and_the_match_goes_on(kind):
    for agents in (hostile(kind), "random"), ("random", hostile(kind)):
        match = learn.play(*agents, "nim@2,3,4", games=3, seconds=0.3)
        assert len(match.games) == 3 and len(match.errors) >= 2
        assert (match.losses if agents[1] == "random" else match.wins) == 3
    if kind not in ("dies", "thinks"):
        assert learn.play(hostile(kind), "random", "nim@2,3,4", games=2, seconds=None).losses == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("kind", ["forks", "prints"])
def test_an_agent_that_forks_or_prints_plays_as_others_do(kind, capfd):
    match = learn.play(hostile(kind), "random", "nim@2,3,4", games=6)
    assert match.games == learn.play(hostile("first"), "random", "nim@2,3,4", games=6).games and not match.errors
    assert (capfd.readouterr().out.count("Turn(") > 6) == (kind == "prints")


def test_words_and_numbers_of_numpy_are_moves():
    for choose in (lambda turn: np.str_(turn.moves[0]), lambda turn: np.int64(0)):
        assert learn.play(choose, "random", "nim@2,3", games=2).games == learn.play(hostile("first"), "random", "nim@2,3", games=2).games


def test_a_match_has_regrets_and_is_the_same_again():
    first = learn.play(lambda turn: 0, "perfect", "clobber@2x4", games=6, seed=4)
    assert first.games == learn.play(lambda turn: 0, "perfect", "clobber@2x4", games=6, seed=4, seconds=None).games
    assert first.regret > 0 and any(first.first_losing) and first.wins + first.draws + first.losses == 6
    assert learn.play("perfect", "random", "clobber@2x4", games=4).regret == 0
    assert "<svg" in first.curve()._repr_svg_() and len(first.to_frame()) == len(first.moves)
    assert learn.play("random", "perfect", "nim@3,4,5", games=30, epsilon=1.0).wins > 5


@pytest.mark.parametrize("kind", ["subtraction", "take-and-break", "modifier", "graph", "captures"])
def test_invented_games_are_solved_and_hard(kind):
    games = [learn.invent(seed, kind=kind) for seed in (1, 2)]
    assert games[0].position != games[1].position and games[0].position == learn.invent(1, kind=kind).position
    for game in games:
        again = sprague.solve(game.start, all_moves=True)
        assert again.is_won and {move.move for move in game.moves if move.regret == 0} == {move.label for move in again.winning_moves}
        assert game.random_wins <= 0.25 and game.rules.count(".") >= 2 and game.example


@pytest.mark.parametrize("start", ["nim@3,4,5", "subtraction:1,3@7", "kayles@9,4", "cram@2x3", "domineering@3x3", "clobber@3x3"])
def test_retold_moves_are_read_back_and_nothing_else(start):
    styles = [name for name in learn._retell.words() if name != "rules"]
    assert len(styles) == 6
    labels = [move["move"] for move in sprague.board(start)["moves"]]
    for style in styles:
        told = learn.retell(start, style=style, seed=3)
        assert [told.read(f" {reply.upper()}.") for reply in told.replies] == labels
        assert start.split("@")[0] not in str(told).lower()
        for reply in ("", "take 99 from the first heap", told.replies[0] + " please", "1.1-1.2"):
            with pytest.raises(learn.Unread):
                told.read(reply)


def test_nothing_is_added_to_the_package():
    code = "import sys, sprague; assert not [name for name in sys.modules if 'learn' in name or 'pettingzoo' in name or 'pyspiel' in name]"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert "learn" not in sprague.__all__


def test_examples_run():
    for module in ["sprague.learn", *(f"sprague.learn.{module.name}" for module in pkgutil.iter_modules(learn.__path__))]:
        if not module.endswith(("__main__", "_environment", "_openspiel")):
            failed, _ = doctest.testmod(import_module(module))
            assert not failed, module

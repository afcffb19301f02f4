"""Graphs in files, on this machine: the answers are those of a search."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from child import program

import sprague

PLUGINS = Path(__file__).parents[3] / "examples" / "plugins"
QUESTIONS = ["cram@3x3", "clobber@xoxo/oxox", "nim@20", f"{PLUGINS}/kayles.wat@12", f"{PLUGINS}/cram.rhai@2x3"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("small", [None, 1])
def test_files_answer_as_a_search_does(question, small, tmp_path):
    found = sprague.solve(question, shards=tmp_path / "graph", parts=3, small=small, jobs=2)
    wanted = sprague.solve(question)
    assert found.outcome == wanted.outcome
    assert {move.to for move in found.winning_moves} == {move.to for move in wanted.winning_moves}
    totals = found.graph
    assert totals.won + totals.lost + totals.drawn == totals.positions > 1 and len(totals.digest) == 32
    for move in sprague.solve(question, all_moves=True).moves:
        first = {"first": move.next} if move.next else {}
        after = sprague.solve(move.to, from_=tmp_path / "graph", **first)
        assert after.outcome == move.outcome and after.graph == totals


def test_the_program_and_the_package_go_on_where_the_other_stopped(tmp_path):
    path = str(tmp_path / "graph")
    with pytest.raises(sprague.LimitReached) as reached:
        sprague.solve("cram@4x4", shards=path, limit_positions=1000)
    assert reached.value.limit == "positions"
    with pytest.raises(sprague.SpragueError, match="not solved yet"):
        sprague.solve("cram@4x4", from_=path)
    program("solve", "cram@4x4", "--shards", path)
    answer = sprague.solve("cram@4x4", shards=path)
    assert answer.graph.digest in program("solve", "cram@4x4", "--shards", path)
    assert answer.nimber == sprague.solve("cram@4x4").nimber == 0


def test_paths_of_rules_begin_where_the_question_is_asked(tmp_path, monkeypatch):
    shutil.copy(PLUGINS / "kayles.wat", tmp_path / "rules.wat")
    monkeypatch.chdir(tmp_path)
    begun = sprague.solve("./rules.wat@9", shards="graph")
    assert sprague.solve("./rules.wat@7", from_=tmp_path / "graph").graph == begun.graph
    with open("rules.wat", "a") as rules:
        rules.write(";; the same rules, and another file\n")
    for where in {"shards": "graph"}, {"from_": "graph"}:
        with pytest.raises(sprague.SpragueError, match="files that contain the rules have changed"):
            sprague.solve("./rules.wat@9", **where)
    os.remove("rules.wat")
    with pytest.raises(sprague.NotationError, match="No such file"):
        sprague.solve("./rules.wat@9", from_="graph")


def test_all_answers_are_told_part_by_part(tmp_path):
    for question, options in ("cram@3x3", {}), ("clobber@xoxo/oxox", {"first": "right"}), ("nim@200", {}), (f"{PLUGINS}/pursuit.rhai@a>f", {}):
        totals = sprague.solve(question, shards=tmp_path / question[-3:], parts=5, **options).graph
        parts = list(sprague.answers(tmp_path / question[-3:]))
        frames = [part.to_frame() for part in parts]
        assert [len(frame) for frame in frames] == [len(part) for part in parts] and len(parts) == 5
        found = [outcome for part in parts for outcome in part.outcomes.tolist()]
        assert (found.count(b"N"), found.count(b"P"), found.count(b"D")) == (totals.won, totals.lost, totals.drawn)
        assert max(int(part.remoteness.max(initial=0)) for part in parts) == totals.longest
        # a partizan position has no nimber; in pursuit those have one from which play ends
        assert any((frame.nimber >= 0).any() for frame in frames) == ("clobber" not in question)
        for frame in frames:
            for position, row in frame.head(5).iterrows():
                first = {"first": {"L": "left", "R": "right"}[row["first"]]} if "first" in frame else {}
                wanted = sprague.solve(position, nimber=question.startswith(("cram", "nim")), **first)
                assert row.outcome == {"win": "N", "loss": "P", "draw": "D"}[wanted.outcome]
                known = -1 if wanted.nimber is None else min(wanted.nimber, 128)
                # in files nothing has a nimber from which play may come back
                assert row.nimber == known or (row.nimber == -1 and "pursuit" in question)
    with pytest.raises(sprague.LimitReached):
        list(sprague.answers(tmp_path / "200", limit_positions=10))
    with pytest.raises(sprague.SpragueError, match="the directory contains no graph"):
        next(sprague.answers(tmp_path / "nowhere"))


def test_many_parts_need_few_open_files(tmp_path):
    # each part reads what all others sent to it
    text = f"""if True:
        import resource, sprague
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
        print(sprague.solve("nim@40", shards={str(tmp_path / "graph")!r}, parts=300, small=1, outcome_only=True).graph.positions)
    """
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("41\n", "")


def test_what_cannot_be_meant_is_refused(tmp_path):
    halve = sprague.ruleset(lambda p: range(p // 2, p), name="halve")
    with pytest.raises(ValueError, match="halve: a graph in files belongs to rules that any process can read"):
        sprague.solve(halve @ 7, shards=tmp_path)
    for wrong in {"parts": 3}, {"small": 3}, {"shards": "a", "from_": "b"}, {"from_": "a", "parts": 3}:
        with pytest.raises(TypeError, match="shards="):
            sprague.solve("nim@3", **wrong)
    for parts in 0, 1025:
        with pytest.raises(ValueError, match="parts is a number from 1 to 1024"):
            sprague.solve("nim@3", shards=tmp_path, parts=parts)
    with pytest.raises(sprague.NotationError, match="solve each part of a sum"):
        sprague.solve("nim@3,4", shards=tmp_path)
    with pytest.raises(sprague.SpragueError, match="the directory contains no graph"):
        sprague.solve("nim@3", from_=tmp_path)
    (tmp_path / "else").write_text("mine")
    with pytest.raises(sprague.SpragueError, match="the directory is not empty"):
        sprague.solve("nim@3", shards=tmp_path)

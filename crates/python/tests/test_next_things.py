"""What somebody tries next in a notebook, after the first answer."""

import copy
import inspect
import pickle

import numpy as np
import pandas
import pytest

import sprague


class Nim(sprague.Ruleset):
    name = "own-nim"

    def moves(self, heaps):
        return [heaps[:i] + (left,) + heaps[i + 1 :] for i in range(len(heaps)) for left in range(heaps[i])]


QUESTIONS = {
    "answer": lambda: sprague.solve("nim@3,4,5", all_moves=True, line=True),
    "move": lambda: sprague.solve("nim@3,4,5").best,
    "period": lambda: sprague.analyse("kayles", 100).period,
    "table": lambda: sprague.table("wythoff", to=(3, 3)),
    "strategy": lambda: sprague.strategy("nim@1,2"),
    "certificate": lambda: sprague.certify("kayles"),
    "verdict": lambda: sprague.check(sprague.certify("kayles")),
    "sweep": lambda: sprague.sweep(5),
    "position": lambda: sprague.position("nim@3"),
    "quotient": lambda: sprague.quotient("kayles"),
    "graph": lambda: sprague.graph("nim@2,2"),
    "report": lambda: sprague.test(Nim(), (2, 1)),
    "value": lambda: sprague.Value("{1|-1}"),
}
WAYS = {"pickle": lambda answer: pickle.loads(pickle.dumps(answer)), "copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_copied_and_pickled(question, way):
    answer = QUESTIONS[question]()
    again = WAYS[way](answer)
    assert again == answer and repr(again) == repr(answer) and type(again) is type(answer)


@pytest.mark.parametrize("way", WAYS)
def test_rows_and_thermographs_are_copied_and_pickled(way):
    rows, thermograph = sprague.analyse("kayles", 20), sprague.Value("{2|0}").thermograph
    again = WAYS[way](rows)
    assert (again.nimbers == rows.nimbers).all() and again.period == rows.period and again.plot().svg == rows.plot().svg
    again = WAYS[way](thermograph)
    assert again.left == thermograph.left and again.plot().svg == thermograph.plot().svg


@pytest.mark.parametrize("way", WAYS)
def test_rulesets_positions_and_sessions_are_copied_and_pickled_without_what_was_computed(way):
    nim = Nim()
    assert nim.nimber((3, 4)) == 7
    assert WAYS[way](nim).nimber((3, 4)) == 7
    assert WAYS[way](nim @ (3, 4)).solve().nimber == 7
    assert WAYS[way](sprague.Session(nim)).solve("own-nim@3.4 + nim@7").nimber == 0


def test_a_misspelled_argument_is_pointed_out():
    with pytest.raises(TypeError, match="no such argument: limit_position; did you mean limit_positions?"):
        sprague.solve("nim@3", limit_position=5)
    with pytest.raises(TypeError, match="did you mean explain?"):
        sprague.solve("nim@3", explian=True)
    with pytest.raises(TypeError, match="no such argument: colour$"):
        sprague.solve("nim@3", colour="red")


@pytest.mark.parametrize("asked", [None, [3, 4, 5], 5, ("nim", 3), Nim()])
def test_what_is_no_position_says_what_one_is(asked):
    with pytest.raises(TypeError, match="a position is text such as 'nim@3,4,5', or rules @ position"):
        sprague.solve(asked)


def test_a_table_to_one_number_and_laws_of_a_name_say_what_was_meant():
    with pytest.raises(TypeError, match=r"to=\(5, 5\)"):
        sprague.table("wythoff", to=5)
    with pytest.raises(TypeError, match="a ruleset in Python, not 'nim'"):
        sprague.test("nim", 3)
    with pytest.raises(TypeError, match="made of a function, not of 5"):
        sprague.ruleset(5)


def test_positions_are_summed_by_sum():
    assert sum([sprague.position("nim@3"), sprague.position("nim@4")]) == sprague.position("nim@3 + nim@4")
    assert sum([Nim() @ (3,), sprague.position("nim@4")]).solve().nimber == 7


def test_values_are_summed_sorted_and_formatted():
    values = [sprague.Value(text) for text in ("3", "1/2", "-1")]
    assert sum(values) == sprague.Value("5/2") and sorted(values)[0] == -1 and max(values) == 3
    assert float(values[1]) == 0.5 and f"{values[0]:>4}" == "   3" and f"{sprague.position('nim@3'):<7}|" == "nim@3  |"
    with pytest.raises(TypeError, match="is no number; its mean is one"):
        float(sprague.Value("{1|-1}"))


def test_whole_numbers_of_numpy_are_whole_numbers():
    assert sprague.Value(np.int64(3)) == 3 and sprague.Value(1) + np.int64(3) == 4 and np.int64(3) * sprague.Value(1) == 3
    assert len(sprague.analyse("kayles", np.int64(5))) == 6
    assert Nim().nimber((np.int64(3), np.uint8(4))) == 7


def test_rows_of_an_array_are_positions():
    pairs = np.array([[3, 4], [2, 2], [0, 5]])
    nim = Nim()
    assert nim.nimbers(pairs).tolist() == [7, 0, 5] and nim.outcomes(pairs) == "NPN" and nim.nimber(pairs[0]) == 7
    assert str(nim @ pairs[0]) == "own-nim@3.4"


def test_moves_are_a_frame():
    frame = sprague.solve("nim@1,2", all_moves=True).to_frame()
    assert frame.to.tolist() == ["nim@0,2", "nim@1,1", "nim@1,0"] and frame.nimber.tolist() == [2, 0, 1]
    assert frame[frame.outcome == "loss"].move.tolist() == ["2: take 1"]
    assert sprague.solve("nim@1,2").to_frame().move.tolist() == ["2: take 1"]
    assert list(sprague.solve("nim@1,1").to_frame().columns) == ["move", "to"]
    assert "value" in sprague.solve("domineering@2x2", all_moves=True).to_frame()


def test_lists_of_answers_are_frames():
    assert pandas.DataFrame(sprague.identify([0, 1, 2, 3, 1, 4])).family[0] == "kayles"
    assert pandas.DataFrame([sprague.analyse("kayles", 100).period]).period.tolist() == [12]
    assert len(pandas.DataFrame(sprague.rulesets())) == len(sprague.rulesets())
    assert pandas.Series([sprague.Value(1), sprague.Value("1/2")]).sum() == sprague.Value("3/2")
    moves = pandas.DataFrame([move.to_dict() for move in sprague.solve("nim@3,4", all_moves=True).moves])
    assert {"move", "to", "outcome"} <= set(moves.columns)


def test_whatever_has_a_drawing_has_a_plot_and_saves_it(tmp_path):
    drawn = {
        "rows": sprague.analyse("kayles", 20).plot(),
        "table": sprague.table("wythoff", to=(4, 4)).plot(),
        "pattern": sprague.table("cram@{x}x{y}", x=(1, 3), y=(1, 3)).plot(),
        "thermograph": sprague.value("domineering@2x3").thermograph.plot(),
        "own": Nim().plot(to=(4, 4)),
        "position": Nim().plot((1, 2)),
        "graph": sprague.graph("nim@2,2").plot(),
    }
    for name, plot in drawn.items():
        plot.save(tmp_path / f"{name}.svg")
        assert (tmp_path / f"{name}.svg").read_text().startswith("<svg")
    assert drawn["table"].kind == drawn["pattern"].kind == drawn["own"].kind == "table"


def test_help_and_tab_tell_all_arguments():
    for asked in (sprague.solve, sprague.Position.solve, sprague.position("nim@3").solve):
        told = inspect.signature(asked).parameters
        assert {"play", "all_moves", "limit_positions", "limit_time"} <= told.keys() and "options" not in told
    assert list(inspect.signature(Nim.analyse).parameters)[:3] == ["self", "to", "play"]
    for name in sprague.__all__:
        assert name in ("Outcome", "OutcomeClass") or inspect.getdoc(getattr(sprague, name)), name


def test_large_numbers_are_whole_numbers():
    assert sprague.solve("nim@10^40,1").nimber == 10**40 + 1
    assert sprague.solve("kayles@10^30").nimber == sprague.solve(f"kayles@{84 + (10**30 - 84) % 12}").nimber
    assert sprague.Value(10**30) + 1 == 10**30 + 1


def test_answers_are_compared_and_kept_in_json():
    import json

    assert sprague.solve("nim@3,4") == sprague.solve("nim@3,4") != sprague.solve("nim@3,5")
    answer = sprague.solve("nim@3,4", explain=True)
    assert sprague.Answer(json.loads(json.dumps(answer.to_dict()))) == answer

"""Every function of the package against what is known, and against the program."""

import copy
import json
import pickle
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from child import program

import sprague

# who answers, as functions without arguments
ANSWERS = {
    "solve": lambda: sprague.solve("nim@3,4,5", explain=True),
    "all moves": lambda: sprague.solve("domineering@2x3", all_moves=True, explain=True),
    "lost": lambda: sprague.solve("kayles@12 + nim@4"),
    "analyse": lambda: sprague.analyse("kayles", 100),
    "classes": lambda: sprague.analyse("asymmetric:1/2", 20, values=True),
    "stones": lambda: sprague.analyse("stones:1-3", 20),
    "table": lambda: sprague.table("wythoff", to=(4, 6)),
    "pattern": lambda: sprague.table("cram@{x}x{y}", x=(1, 4), y=(2, 3)),
    "values": lambda: sprague.table("domineering@{x}x{y}", x=(1, 3), y=(1, 3)),
    "quotient": lambda: sprague.quotient("kayles"),
    "strategy": lambda: sprague.strategy("nim@1,2,3"),
    "certify": lambda: sprague.certify("kayles"),
    "check": lambda: sprague.check(sprague.certify("kayles")),
    "sweep": lambda: sprague.sweep(8),
    "codes": lambda: sprague.sweep_octal(1, seek=100),
    "pairs": lambda: sprague.sweep_asymmetric(2),
    "value": lambda: sprague.value("domineering@2x2"),
    "graph": lambda: sprague.graph("nim@1,2"),
    "plot": lambda: sprague.plot("kayles", to=50),
    "picture": lambda: sprague.position("nim@1,2"),
    "thermograph": lambda: sprague.value("domineering@2x3").thermograph,
    "test": lambda: sprague.test(sprague.ruleset(lambda p: range(p), name="all"), 9, plays=5),
}


class Angles(sprague.Ruleset):
    """Words between angles, so that what is shown has to be escaped."""

    def moves(self, position):
        return {f"<b>take & {k}</b>": position[:-k] for k in range(1, len(position) + 1)}

    def picture(self, position):
        return [position or "."]


def svg(text):
    """The SVG, which has to be well-formed."""
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


@pytest.mark.parametrize("what", ANSWERS)
def test_notebooks_can_show_it(what):
    answer = ANSWERS[what]()
    assert repr(answer) and "\n" not in repr(answer)
    shown = False
    if hasattr(answer, "_repr_html_"):
        ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>")
        shown = True
    if hasattr(answer, "_repr_svg_"):
        svg(answer._repr_svg_())
        shown = True
    assert shown


def test_what_is_shown_is_escaped():
    answer = Angles().solve("<&>", all_moves=True)
    root = ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>")
    assert "<b>take & 1</b>" in "".join(root.itertext())
    assert not root.findall(".//td/b")
    for drawing in (Angles() @ "<&>").plot(kind="picture"), (Angles() @ "<&>").graph().plot():
        assert "<&>" in "".join(svg(drawing.svg).itertext())


def test_a_solved_position_says_who_wins_and_how():
    answer = sprague.solve("nim@3,4,5", all_moves=True, line=True, explain=True)
    assert (answer.position, answer.outcome, answer.is_won, bool(answer), answer.nimber) == ("nim@3,4,5", "win", True, True, 2)
    assert not sprague.solve("nim@3,3") and not sprague.ruleset(lambda side: [1 - side], name="loop").solve(0)
    assert answer.best == ("1: take 2", "nim@1,4,5") and answer.winning_moves == [answer.best] and answer.winning_moves_total == 1
    assert len(answer.moves) == 12 and [move for move in answer.moves if move.nimber == 0] == [
        move for move in answer.moves if move.outcome == "loss"
    ]
    assert answer.line[0].label == "1: take 2" and answer.line[-1].to == "nim@0,0,0"
    assert answer.genus[0] == 2 and answer.why[0].startswith("Sprague-Grundy") and answer.remoteness == len(answer.line)
    assert hash(answer.best) == hash(("1: take 2", "nim@1,4,5"))


def test_nimbers_of_any_size():
    assert sprague.solve("nim@10^20").nimber == 10**20
    assert sprague.solve(f"nim@{10**20}, {10**20 + 1}").nimber == 10**20 ^ (10**20 + 1)
    assert sprague.solve("subtraction:1,3,4@10^100").nimber == [0, 1, 0, 1, 2, 3, 2][10**100 % 7]


def test_options_of_a_question():
    assert not sprague.solve("nim@1,1,1", play="misere")
    assert sprague.solve("nim@1,1,1", play="misère").outcome == "loss"
    assert sprague.solve("nim@1,2,3", rule="conjunctive").is_won
    assert sprague.solve("nim@1,2,3", outcome_only=True).outcome == "loss"
    assert sprague.solve("nim@5,6", max_moves=0).winning_moves == []
    assert sprague.solve("kayles@9", search=True, nimber=True).nimber == 4
    assert sprague.solve("kayles@9", best="fastest").best is not None
    assert sprague.solve("domineering@2x1", first="left").is_won != sprague.solve("domineering@2x1", first="right").is_won
    partizan = sprague.solve("domineering@2x2", all_moves=True)
    assert (partizan.outcome_class, partizan.value) == ("N", "{1|-1}")
    assert {move.value for move in partizan.moves} == {"1"} and {move.next for move in partizan.moves} == {"right"}


def test_rows_are_numpy_arrays():
    rows = sprague.analyse("kayles", 11)
    assert rows.nimbers.dtype == np.uint64 and rows.nimbers.tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert rows.outcomes.dtype == "S1" and rows.outcomes.tobytes() == b"PNNNNNNNNNNN"
    assert rows.family == "kayles" and len(rows) == 12 and rows.period.period == 12
    assert sprague.analyse("octal:0.007", 50, seek=50).period is None
    full = sprague.analyse("kayles", 200, explain=True)
    assert full.period == (71, 12, 0, "Guy-Smith") and full.period.is_proved and full.explain
    assert full.outcome_period.period == 1 and full.stopped is None
    assert sprague.analyse("nim", 5).period.saltus == 1


def test_a_million_rows_are_not_copied():
    rows = sprague.analyse("kayles", 10**6)
    for array in rows.arrays.values():
        assert len(array) == 10**6 + 1 and not array.flags.owndata and array.base is not None and array.flags.writeable
    assert rows.nimbers is rows.nimbers and np.array_equal(rows.nimbers[72:-12], rows.nimbers[84:])
    kept = rows.nimbers
    del rows
    assert int(kept.max()) == 8 and int(kept.sum()) > 0


def test_rows_of_every_kind():
    classes = sprague.analyse("asymmetric:1/2", 9, values=True)
    assert classes.outcomes.tobytes() == b"PLNPLNPLNP" and classes.values[:3] == ["0", "1", "{1|0}"]
    assert set(classes.arrays) == {"outcomes", "left_first", "right_first", "values"}
    with pytest.raises(AttributeError, match="has no nimbers here; `arrays` has outcomes"):
        _ = classes.nimbers
    assert set(sprague.analyse("stones:1-3", 9).arrays) == {"even", "odd", "take_even", "take_odd"}
    memory = sprague.analyse("no-repeat:1,2:memory=1", 10)
    assert memory.arrays["safe"].tolist() == [0, 3, 6, 9] and len(memory) == 11
    assert sprague.analyse("knights:8").arrays["table"].shape == (8, 8)
    assert sprague.analyse("nim", 5, play="misere").outcomes.tobytes() == b"NPNNNN"


def test_data_frames():
    frame = sprague.analyse("kayles", 100).to_frame()
    assert frame.shape == (101, 2) and frame.index.name == "n" and frame.nimbers.dtype == np.uint64 and frame.outcomes[0] == "P"
    assert sprague.analyse("knights:8").to_frame().shape == (8, 8)
    assert sprague.analyse("no-repeat:1,2:memory=1", 10).to_frame().shape[0] == 11
    table = sprague.table("cram@{x}x{y}", x=(1, 4), y=(2, 3)).to_frame()
    assert list(table.index) == [1, 2, 3, 4] and list(table.columns) == [2, 3] and table.loc[4, 3] == 1
    assert (table.index.name, table.columns.name) == ("x", "y")
    sums = sprague.table("nim@{x},{y}+nim@{y}", x=(3, 9), y=(0, 5)).to_frame()
    assert all(sums.loc[x, y] == x for x in range(3, 10) for y in range(6))
    values = sprague.table("domineering", to=(3, 4)).to_frame()
    assert all(sprague.Value(values.loc[a, b]) == sprague.value(f"domineering@{a}x{b}") for a in (1, 2, 3) for b in (1, 2, 3, 4))
    assert sprague.table("wythoff", to=(3, 5)).to_frame().loc[1, 2] == 0
    boards = sprague.table("cram", to=(2, 3))
    assert boards.to_dict() == {"ruleset": "cram", "from": [1, 1], "to": [2, 3], "nimbers": [[0, 1, 1], [1, 0, 1]]}
    assert list(boards.to_frame().index) == [1, 2] and list(boards.to_frame().columns) == [1, 2, 3]
    assert "<th>1</th><th>2</th><th>3</th></tr>" in boards._repr_html_() and "<th>0</th>" not in boards._repr_html_()
    assert sprague.sweep(8).to_frame().sets.sum() == 128


def test_tables():
    table = sprague.table("wythoff", to=(20, 20))
    golden = (1 + 5**0.5) / 2
    cold = {(int(k * golden), int(k * golden) + k) for k in range(20)}
    assert {(int(a), int(b)) for a, b in np.argwhere(table.array == 0) if a <= b} == {p for p in cold if p[1] <= 20}
    assert sprague.table("wythoff", (20, 20)).array.tolist() == table.array.tolist()
    assert table.rows == "nimbers" and table.array.dtype == np.int64 and np.asarray(table).shape == (21, 21)
    assert np.asarray(table, dtype=float).dtype == float
    values = sprague.table("domineering@{x}x{y}", x=(1, 3), y=(1, 2))
    assert values.rows == "values" and values.array.dtype == object and values.array.shape == (3, 2)
    assert "<th>x \\ y</th><th>1</th><th>2</th></tr>" in values._repr_html_()
    outcomes = sprague.table("nim@{x},{y}", x=(0, 2), y=(0, 2), rows="outcomes")
    assert outcomes.array.tolist() == [list("PNN"), list("NPN"), list("NNP")]
    with pytest.raises(ValueError, match="up to two numbers"):
        sprague.table("wythoff")
    with pytest.raises(ValueError, match="up to two numbers"):
        sprague.table("nim@{x}", to=(1, 1))


def test_quotients():
    quotient = sprague.quotient("octal:0.75")
    assert (quotient.order, quotient.is_proved, quotient.elements[0]) == (8, True, [])
    assert sprague.quotient("kayles").order == 40


def test_strategies_and_certificates_are_kept_and_checked(tmp_path):
    documents = [sprague.strategy("nim@1,2,3"), sprague.certify("kayles"), sprague.certify("kayles", quotient=True)]
    documents.append(sprague.certify("asymmetric:1/2", values=True))
    for document in documents:
        path = tmp_path / "kept.json"
        document.save(path)
        assert json.loads(path.read_text()) == document.to_dict() == json.loads(document.to_json())
        verdicts = [sprague.check(document), sprague.check(path), sprague.check(str(path))]
        assert all(verdicts) and verdicts[0].is_accepted is True and verdicts[0].reason is None and verdicts[0] == verdicts[2]
        assert "accepted" in program("check", str(path))
    assert documents[0].winner == "other" and documents[0].position == "nim@1,2,3"
    assert (documents[1].theorem, documents[1].preperiod, documents[1].period, documents[1].family) == ("Guy-Smith", 71, 12, "kayles")


def test_what_is_false_is_rejected():
    certificate = sprague.certify("kayles")
    certificate.to_dict()["period"] = 11
    verdict = sprague.check(certificate)
    assert not verdict and verdict.is_accepted is False and verdict.reason
    strategy = sprague.strategy("nim@1,2,3")
    strategy.to_dict()["moves"].popitem()
    assert not sprague.check(strategy)


def test_what_cannot_be_checked_raises(tmp_path):
    path = tmp_path / "nothing.json"
    for text in b"", b"{", b"[]", b'{"family": 1}', b"[" * 10**5:
        path.write_bytes(text)
        with pytest.raises(sprague.SpragueError):
            sprague.check(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError):
        sprague.check(path)
    path.write_text(" " * 2000)
    with pytest.raises(sprague.LimitReached, match="more than 62 bytes"):
        sprague.check(path, limit_memory=1000)
    with pytest.raises(FileNotFoundError):
        sprague.check(tmp_path / "missing.json")


def test_sweeps():
    sweep = sprague.sweep(8)
    assert (sweep.longest_period, sweep.longest_set, sweep.sets, sum(sweep.histogram.values())) == (25, [1, 4, 7, 8], 128, 128)
    assert sprague.sweep(8, jobs=1).histogram == sweep.histogram
    assert sprague.sweep(8, nimbers=True).longest_period >= 25
    with pytest.raises(sprague.LimitReached):
        sprague.sweep(12, limit_positions=3)
    for largest in 0, 10**6:
        with pytest.raises(ValueError):
            sprague.sweep(largest)


def test_parts_of_sweeps_add_up(tmp_path):
    whole, plain = sprague.sweep(12, digest=True), sprague.sweep(12)
    assert plain.digest is None and (plain.histogram, plain.longest_set) == (whole.histogram, whole.longest_set)
    assert sprague.merge([plain]) == plain and sprague.sweep(12, shard=(1, 1)) == whole
    parts = [sprague.sweep(12, shard=(number, 3)) for number in (3, 1, 2)]
    assert [part.shard for part in parts] == ["3/3", "1/3", "2/3"] and whole.shard is None
    assert sprague.merge(parts) == whole and sprague.merge([whole]) == whole
    for number, part in enumerate(parts):
        part.save(tmp_path / f"{number}.json")
    assert sprague.merge(sorted(tmp_path.iterdir())) == whole
    some = sprague.merge(parts[:2], partial=True)
    assert some.shard == "1,3/3" and sprague.merge([some, tmp_path / "2.json"]).digest == whole.digest
    assert "part 1,3/3" in repr(some)
    codes = sprague.sweep_octal(2, seek=300)
    assert sprague.merge(sprague.sweep_octal(2, seek=300, shard=(number, 2), jobs=1) for number in (1, 2)) == codes
    assert codes.codes == 128 == sum(codes.proved.values()) + sum(codes.open.values())
    assert sum(codes.histogram.values()) == sum(codes.proved.values())
    kayles = sprague.analyse("octal:0.77").period
    assert codes.histogram[kayles.period] > 0


def test_pairs_of_sets_are_swept_and_told_one_after_the_other(tmp_path):
    whole = sprague.sweep_asymmetric(4)
    assert (whole.largest, whole.pairs, sum(whole.kinds.values()), whole.shard) == (4, 120, 120, None)
    assert sum(period * count for period, count in whole.histogram.items()) == sum(whole.classes.values())
    parts = [sprague.sweep_asymmetric(4, shard=(number, 3)) for number in (2, 1, 3)]
    parts[0].save(tmp_path / "part.json")
    assert sprague.merge([tmp_path / "part.json", *parts[1:]]) == whole
    some = sprague.merge(parts[:2], partial=True)
    assert "part 1-2/3" in repr(some) and some.digest != whole.digest
    # all pairs, one after the other, are what is counted
    pairs = list(sprague.pairs_of_sets(4))
    assert [pair.number for pair in pairs] == list(range(120)) and list(whole) == pairs
    assert {kind: [pair.kind for pair in pairs].count(kind) for kind in whole.kinds} == whole.kinds
    assert {law: sum(pair.classes[law] for pair in pairs) for law in whole.classes} == whole.classes
    assert [pair.number % 3 for pair in some] == [0, 1] * 40
    # one goes on where one stopped
    assert list(sprague.pairs_of_sets(4, start=pairs[70].number + 1)) == pairs[71:]
    assert list(sprague.pairs_of_sets(4, start=5, shard=(1, 7))) == [pair for pair in pairs[5:] if pair.number % 7 == 0]
    assert list(sprague.pairs_of_sets(4, start=2**63)) == []
    laws = sprague.analyse(pairs[77].family, values=True)
    assert pairs[77].period is not None and laws.family == pairs[77].family
    assert "2 classes of rows with laws" in repr(sprague.analyse("asymmetric:1,3/2", 9, values=True))
    rays = repr(sprague.analyse("asymmetric:3,5/2,3,5,6", 9, values=True))
    assert "of all 8 classes of rows, only the order is known, proved by order look-back" in rays
    with pytest.raises(sprague.LimitReached):
        sprague.sweep_asymmetric(4, limit_positions=3)
    with pytest.raises(sprague.LimitReached):
        next(sprague.pairs_of_sets(4, limit_memory=1000))
    for largest in 0, 11:
        with pytest.raises(ValueError, match="1 to 10"):
            sprague.sweep_asymmetric(largest)
        with pytest.raises(ValueError, match="1 to 10"):
            next(sprague.pairs_of_sets(largest))
    with pytest.raises(ValueError, match="from 0 on"):
        next(sprague.pairs_of_sets(4, start=-1))


def test_parts_that_do_not_fit_are_refused(tmp_path):
    part, other = sprague.sweep(12, shard=(1, 2)), sprague.sweep(12, shard=(2, 2), nimbers=True)
    edited = tmp_path / "edited.json"
    edited.write_text(part.to_json().replace('"shard":"1/2"', '"shard":"2/2"'))
    for parts, why in [
        ([], "no part"),
        ([part], "part 2/2 is missing; partial=True"),
        ([part, part], "already"),
        ([part, other], "--nimbers"),
        ([part, edited], "was changed"),
    ]:
        with pytest.raises(ValueError, match=why):
            sprague.merge(parts)
    edited.write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match="not a part"):
        sprague.merge([edited])
    with pytest.raises(FileNotFoundError):
        sprague.merge([tmp_path / "missing.json"])
    for shard in (0, 3), (4, 3), (1, 0), (1, 10**7), (-1, 2):
        with pytest.raises(ValueError, match="shard"):
            sprague.sweep(8, shard=shard)
    for shard in "1/3", 3, (1, 2, 3):
        with pytest.raises(TypeError, match="shard is a pair"):
            sprague.sweep(8, shard=shard)
    with pytest.raises(ValueError, match="1 to 8"):
        sprague.sweep_octal(9)
    with pytest.raises(sprague.LimitReached):
        sprague.sweep_octal(3, seek=10**12, limit_time=0.2)


def test_known_games_are_identified():
    matches = sprague.identify(np.array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]))
    assert matches[0] == ("kayles", 0, "A002186")
    assert sprague.identify([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], max_matches=1) == matches[:1]
    assert sprague.identify([5, 4, 3, 9, 9, 1]) == []
    assert sprague.identify(iter([0, 1, 0, 1, 2, 3, 2]))[0].family == "octal:0.74"


def test_graphs():
    graph = sprague.graph("nim@1,2")
    assert (len(graph), len(list(graph)), graph.is_whole) == (5, 5, True)
    assert graph.nodes[0]["ask"] == "nim@1,2" and graph.edges == [(0, 1), (0, 2), (0, 3), (1, 3), (1, 4), (2, 3), (3, 4)]
    assert graph.dot.startswith("digraph")
    assert not sprague.graph("nim@9,9", most=3).is_whole and len(sprague.graph("nim@9,9", depth=1)) == 10
    svg(graph.plot().svg)


@pytest.mark.parametrize(
    ("what", "options", "kind"),
    [
        ("kayles", {"to": 50}, "points"),
        ("wythoff", {"to": (9, 9)}, "table"),
        ("cram@{x}x{y}", {"x": (1, 4), "y": (1, 3)}, "table"),
        ("domineering@2x3", {}, "thermograph"),
        ("nim@1,2", {}, "graph"),
        ("nim@1,2", {"kind": "picture", "theme": "dark"}, "picture"),
        ("asymmetric:1,3/2", {"kind": "order"}, "order"),
    ],
)
def test_drawings(what, options, kind, tmp_path):
    plot = sprague.plot(what, **options)
    assert plot.kind == kind and plot.text() and plot._repr_svg_() == plot.svg
    assert all(len(line) <= 40 for line in plot.text(40, 10).splitlines())
    svg(plot.svg)
    plot.save(tmp_path / "plot.svg")
    plot.save(str(tmp_path / "plot.txt"))
    assert (tmp_path / "plot.svg").read_text() == plot.svg and (tmp_path / "plot.txt").read_text() == plot.text() + "\n"
    with pytest.raises(ValueError, match=r"saved as \.svg, \.tex or \.txt"):
        plot.save(tmp_path / "plot.png")


def test_plots_of_answers():
    assert sprague.analyse("kayles", 50).plot().kind == "points"
    assert sprague.value("domineering@2x3").thermograph.left == [(Fraction(-1), Fraction(3)), (Fraction(5, 4), Fraction(3, 4))]
    svg(sprague.Value("{{4|1}|-2}").thermograph._repr_svg_())


def test_values_are_described():
    value = sprague.value("domineering@2x3")
    assert (value.text, str(value), value.name) == ("{2|-1/2}", "{2|-1/2}", "3/4 ± 5/4")
    assert (value.mean, value.temperature, value.left_stop, value.right_stop) == (
        Fraction(3, 4),
        Fraction(5, 4),
        Fraction(2),
        Fraction(-1, 2),
    )
    assert (value.outcome_class, value.birthday, value.number, value.atomic_weight) == ("N", 3, None, None)
    assert value.left_options == [2] and value.right_options == [Fraction(-1, 2)] and value.reduced == value
    assert sprague.value("domineering@2x3", cool=1) == value.cool(1) and sprague.value("nim@1 + nim@1") == 0
    assert sprague.value("domineering@2x3", cool=Fraction(1, 2)) == value.cool("1/2")
    assert sprague.value("nim@1", heat=2) == sprague.Value("*").heat(2)
    assert sprague.Value("^").atomic_weight == 1 and sprague.value("nim@3").number is None


def test_sums_are_compared():
    assert sprague.compare("domineering@2x2", "nim@1") == "||"
    assert sprague.compare("domineering@2x1", "nim@0") == ">"
    assert sprague.compare("nim@1,2", "nim@3") == "=" and sprague.compare("nim@0", sprague.position("domineering@2x1")) == "<"


def test_rulesets_are_listed():
    listed = sprague.rulesets()
    assert {"nim", "kayles", "chomp", "domineering"} <= {entry["notation"] for entry in listed}
    assert len({entry["notation"] for entry in listed}) == len(listed)
    for entry in listed:
        keys = "aim brief component example kind known notation options play rules sizes source theorem title"
        assert set(entry) == set(keys.split())
    modifiers = {entry["notation"] for entry in listed if entry["kind"] == "modifier"}
    assert {"impartial:RULESET", "twisted:RULESET", "join:A/B", "pass:RULESET[:k]"} <= modifiers and "nim" not in modifiers
    assert "angles" in {entry["notation"] for entry in sprague.Session(Angles()).available()}


QUESTIONS = {
    "solve": ["nim@3,4,5", "kayles@12+nim@4", "domineering@2x3", "subtraction:1,3,4@10^30", "wythoff@3.5"],
    "value": ["domineering@2x3", "clobber@xo/ox", "hackenbush@LLR", "game@{1|{0|-1}}"],
}
MORE = [
    (["quotient", "kayles"], lambda: sprague.quotient("kayles")),
    (["strategy", "nim@1,2,3"], lambda: sprague.strategy("nim@1,2,3")),
    (["certify", "kayles"], lambda: sprague.certify("kayles")),
    (["table", "wythoff", "--to", "6x6"], lambda: sprague.table("wythoff", to=(6, 6))),
    (["solve", "kayles@9", "--moves", "all", "--explain", "--line"], lambda: sprague.Session().solve("kayles@9", all_moves=True, explain=True, line=True)),
    (["solve", "nim@1,1,1", "--play", "misere"], lambda: sprague.solve("nim@1,1,1", play="misere")),
    (["value", "domineering@2x3", "--cool", "1"], lambda: sprague.value("domineering@2x3", cool=1)),
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_those_of_the_program(question):
    lines = QUESTIONS[question]
    printed = program(question, "-", "--format", "json", text="\n".join(lines) + "\n").splitlines()
    for line, answer in zip(lines, printed, strict=True):
        assert getattr(sprague, question)(line).to_dict() == json.loads(answer), line


@pytest.mark.parametrize(("arguments", "ask"), MORE, ids=lambda what: " ".join(what) if isinstance(what, list) else "")
def test_options_are_those_of_the_program(arguments, ask):
    assert ask().to_dict() == json.loads(program(*arguments, "--format", "json"))


def test_rows_are_those_of_the_program():
    printed = json.loads(program("analyse", "kayles", "--to", "100", "--format", "json"))
    rows = sprague.analyse("kayles", 100)
    assert {**rows.to_dict(), "nimbers": rows.nimbers.tolist(), "outcomes": rows.outcomes.tobytes().decode()} == printed


def test_the_program_is_there():
    assert program("--version").split()[-1] == sprague.__version__


@pytest.mark.parametrize(
    ("question", "at", "expected"),
    [("nim@3,", 6, "a number"), ("nimm@3", 0, "did you mean `nim`"), ("", 0, ""), ("nim@3 + wythoff@1,", 17, "a point"), ("nim@é", 4, "a number")],
)
def test_notation_errors_say_where(question, at, expected):
    for ask in sprague.solve, sprague.value, sprague.graph, sprague.strategy:
        with pytest.raises(sprague.NotationError) as caught:
            ask(question)
        assert caught.value.at == at and caught.value.question == question and expected in caught.value.expected
        assert isinstance(caught.value, sprague.SpragueError) and isinstance(caught.value, ValueError)


def test_the_second_sum_is_named_where_it_is_wrong():
    with pytest.raises(sprague.NotationError) as caught:
        sprague.compare("nim@1", "nim@3,")
    assert (caught.value.question, caught.value.at) == ("nim@3,", 6)


@pytest.mark.parametrize(
    ("limits", "limit"), [({"limit_positions": 10}, "positions"), ({"limit_memory": "1k"}, "memory"), ({"limit_time": 0.001}, "time")]
)
def test_limits_are_named(limits, limit):
    with pytest.raises(sprague.LimitReached, match=f"limit_{limit}= allows more") as caught:
        sprague.Session().solve("cram@7x7", **limits)
    assert caught.value.limit == limit


def test_questions_without_meaning_raise():
    for ask in (
        lambda: sprague.value("nim@3", cool="x"),
        lambda: sprague.value("digraph:/nowhere@a"),
        lambda: sprague.quotient("domineering"),
        lambda: sprague.strategy("nim@1", form="x"),
        lambda: sprague.quotient("nim"),
        lambda: sprague.certify("nosuch"),
        lambda: sprague.plot("nosuch"),
        lambda: sprague.analyse("nosuch"),
        lambda: sprague.table("nosuch", to=(1, 1)),
    ):
        with pytest.raises((sprague.SpragueError, ValueError)):
            ask()


def test_wrong_arguments_raise():
    for options in {"play": "x"}, {"rule": "x"}, {"best": "x"}, {"first": "x"}, {"jobs": 0}, {"limit_memory": "5X"}, {"limit_time": -1.0}, {"max_moves": -1}:
        with pytest.raises(ValueError):
            sprague.solve("nim@3", **options)
    for options in {"nonsense": 1}, {"max_moves": 1.5}, {"limit_positions": "x"}, {"limit_time": "x"}, {"explain": 5}:
        with pytest.raises(TypeError):
            sprague.solve("nim@3", **options)
    for ask in lambda: sprague.solve(3), lambda: sprague.analyse(None), lambda: sprague.value(b"nim@3"), lambda: sprague.identify(["x"]):
        with pytest.raises((TypeError, ValueError)):
            ask()
    with pytest.raises(ValueError):
        sprague.analyse("kayles", -1)


def test_limits_of_none_are_the_defaults():
    assert sprague.solve("nim@3", limit_positions=None, limit_memory=None, limit_time=None).nimber == 3


def test_positions_are_added_and_compared():
    position = sprague.position("nim@3") + "kayles@7"
    assert position.solve().nimber == 1 and ("kayles@7" + sprague.position("nim@3")).text == "kayles@7 + nim@3"
    assert (sprague.position("domineering@2x1") - "domineering@2x1").value() == 0
    assert sprague.position("nim@3") == sprague.position("nim@3") and hash(position) == hash(sprague.position(str(position)))
    assert position.after(position.solve().best).solve().outcome == "loss"
    assert sprague.position("nim@1").compare("nim@1") == "=" and len(sprague.position("nim@2").graph()) == 3


def test_answers_are_equal_by_what_they_say():
    assert sprague.solve("nim@3") == sprague.solve("nim@3") != sprague.solve("nim@4")
    assert sprague.solve("nim@3") != sprague.strategy("nim@3") and sprague.solve("nim@3") != 3


def test_laws_are_tried():
    report = sprague.test(Angles(), "abcdef", plays=5)
    assert report and report.is_ok and report.broken is None and report.raised is None and sum(report.held.values()) > 0
    unclear = sprague.ruleset(lambda p: {1: p - 1, "1": p - 2} if p > 3 else range(p), name="unclear")
    broken = sprague.test(unclear, 9)
    assert not broken and broken.broken["position"] == "4" and broken.broken["law"] == "each move is listed once"
    twice = sprague.ruleset(lambda p: [p - 1, p - 1] if p > 3 else range(p), name="twice")
    assert sprague.test(twice, 9).is_ok
    with pytest.raises(TypeError, match="`sprague test ./own.rhai` in a shell"):
        sprague.test("./own.rhai", 9)
    raises = sprague.ruleset(lambda p: [p - 1] if p else 1 // p, name="raises")
    report = sprague.test(raises, 9)
    assert not report and isinstance(report.raised, ZeroDivisionError)
    with pytest.raises(ValueError, match="a position to start from"):
        sprague.test(twice)


@pytest.mark.parametrize("what", ["solve", "classes", "quotient", "strategy", "sweep", "check", "value", "picture", "graph", "test"])
def test_answers_can_be_pickled_and_copied(what):
    answer = ANSWERS[what]()
    if what == "picture":
        answer.solve()
    for again in pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer):
        assert type(again) is type(answer) and repr(again) == repr(answer)
        assert again == answer or what == "classes" and np.array_equal(again.outcomes, answer.outcomes)
    again = pickle.loads(pickle.dumps(sprague.analyse("kayles", 9)))
    assert again.plot().kind == "points"


def test_errors_can_be_pickled():
    with pytest.raises(sprague.NotationError) as caught:
        sprague.solve("nim@3,")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.at, again.expected) == (
        sprague.NotationError,
        str(caught.value),
        6,
        "a number",
    )


def test_a_quotient_decides_sums_and_presents_itself():
    quotient = sprague.quotient("kayles")
    assert quotient.generators == {"a": 1, "b": 2, "c": 5, "d": 9, "e": 12, "f": 25, "g": 27}
    assert ("a²", "1") in quotient.relations and len(quotient.relations) == 21
    for heaps in [[], [1], [1, 1], [5, 1], [3, 4, 5], [12], [9, 9, 1], [25, 12, 7, 2], [1000, 999, 998]]:
        text = ",".join(map(str, heaps)) or "0"
        assert quotient.outcome(heaps) == sprague.solve(f"kayles@{text}", play="misere").outcome, heaps
    assert quotient.image(10**100) == quotient.image(72 + (10**100 - 72) % 12)
    assert r"\text{relations} &= a^{2} = 1,\ " in quotient._repr_latex_()
    with pytest.raises(ValueError, match="not covered"):
        sprague.quotient("kayles", to=30).image(31)
    with pytest.raises(ValueError, match="from 0"):
        quotient.image(-1)


def test_values_and_drawings_are_written_in_latex(tmp_path):
    assert sprague.Value("{2|-1/2}").latex() == r"\{2\mid -\tfrac{1}{2}\}"
    assert sprague.Value("^*")._repr_latex_() == r"${\uparrow}{\ast}$"
    assert r"\text{nimber} &= 3 \\" in sprague.solve("nim@3")._repr_latex_()
    path = tmp_path / "kayles.tex"
    sprague.plot("kayles", to=60).save(path)
    assert r"\begin{tikzpicture}" in path.read_text()


def test_a_program_is_started_only_if_that_is_allowed(tmp_path):
    program = tmp_path / "one_or_two.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    heap = int(question.get('options', 0))\n"
        "    answer = {'example': '7'} if 'about' in question else {'options': [str(heap - k) for k in (1, 2) if k <= heap]}\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    position = f'exec:"{sys.executable} {program}"@7'
    assert sprague.Session(allow_exec=True).solve(position).nimber == 1
    for session in (sprague, sprague.Session(), sprague.Session(allow_exec=False)):
        with pytest.raises(ValueError, match="allow_exec"):
            session.solve(position)


def test_what_a_file_names_is_not_started_even_then(tmp_path):
    touched = tmp_path / "touched"
    family = f'exec:"touch {touched}"'.replace('"', r"\"")
    forged = tmp_path / "forged.json"
    forged.write_text(sprague.strategy("nim@3,4").to_json().replace("nim", family))
    assert "touch" in forged.read_text()
    verdict = sprague.Session(allow_exec=True).check(forged)
    assert not verdict.is_accepted and "allow_exec" in str(verdict.reason)
    assert not touched.exists()


def test_rows_are_compared():
    rows = sprague.analyse("kayles", 30)
    assert rows == sprague.analyse("kayles", 30) != sprague.analyse("kayles", 31) and rows != sprague.analyse("dawson-kayles", 30) and rows != 5


def test_polars_gets_the_columns_of_pandas():
    pytest.importorskip("polars")
    framed = [sprague.solve("nim@3,4,5", all_moves=True), sprague.solve("nim@0"), sprague.analyse("kayles", 9), sprague.analyse("knights", 5)]
    framed += [sprague.table("cram@{x}x{y}", x=(1, 3), y=(1, 2)), sprague.table("wythoff", to=(3, 3)), sprague.sweep(6), sprague.sweep_asymmetric(2)]
    for answer in framed:
        pandas, polars = answer.to_frame(), answer.to_polars()
        columns = [str(column) for column in pandas.columns]
        assert polars.columns[-len(columns) :] == columns and len(polars.columns) <= len(columns) + 1
        assert all(polars[name].to_list() == pandas[own].tolist() for name, own in zip(columns, pandas.columns))


def test_what_has_no_picture_shows_its_text():
    many = sprague.graph("nim@5,6,7,8")
    assert len(many) > 400 and many._repr_svg_() is None and "positions" in repr(many)
    for position in sum(["nim@1"] * 70, sprague.position("nim@2")), sprague.position("nim@x"), sprague.position("game@{"):
        assert position._repr_svg_() is None and repr(position).startswith("Position(")
    svg(sprague.graph("nim@1,2")._repr_svg_())


def test_plots_are_copied_and_pickled():
    own = sprague.analyse("kayles", 20).plot(), sprague.plot("nim@3,1", kind="picture", theme="dark"), sprague.plot("wythoff", to=(3, 3))
    for plot in own:
        again = pickle.loads(pickle.dumps(plot))
        assert (again.svg, again.tikz, again.text()) == (plot.svg, plot.tikz, plot.text()) and copy.deepcopy(plot) is plot


def test_files_about_other_rules_say_where_they_are_checked():
    own = sprague.ruleset(lambda n: [(k, 0) for k in range(n)], name="own")
    strategy, certificate = sprague.strategy(own @ 3), sprague.strategy(own @ 3).to_dict()
    assert sprague.Session(own).check(strategy)
    for family in "own", "heap-pass:own", "nym":
        other = sprague.Strategy({**certificate, "position": f"{family}@3"})
        with pytest.raises(sprague.SpragueError, match=rf"no ruleset for {family}.*Session\(rules\)\.check"):
            sprague.check(other)
    period = {**sprague.certify("kayles").to_dict(), "family": "own"}
    with pytest.raises(sprague.SpragueError, match=r"no ruleset for own.*Session\(rules\)\.check"):
        sprague.check(sprague.Certificate(period))


def test_whole_numbers_are_no_others():
    for values in [0.9, 1.9, 2.9], [Fraction(1, 2)], [float("nan")], ["1"], [None]:
        with pytest.raises(TypeError, match="a nimber is a whole number from 0 on, not"):
            sprague.identify(values)
    assert sprague.identify(np.array([0, 1, 0, 1, 2, 3, 2])) == sprague.identify([0, 1.0, 0, 1, 2, 3, 2])


OWN = sprague.ruleset(lambda n: [k for k in range(n)], name="own")
WRONG = [
    (lambda: sprague.solve("nim@3", limit_memory=2.0**30), TypeError, "limit_memory is a number of bytes such as 2**30, or text such as '512M', not 1073741824.0"),
    (lambda: sprague.solve("nim@3", limit_memory="12 apples"), ValueError, "limit_memory is a number of bytes such as 2**30, or text such as '512M', not '12 apples'"),
    (lambda: sprague.solve("nim@3", limit_positions=-1), ValueError, "limit_positions is a whole number from 0 on, not -1"),
    (lambda: sprague.solve("nim@3", limit_time="1"), TypeError, "limit_time is a number of seconds, not '1'"),
    (lambda: sprague.solve("nim@3", play=b"misere"), TypeError, "play is 'normal' or 'misere', not b'misere'"),
    (lambda: sprague.solve("nim@3", play="missere"), ValueError, "play is 'normal' or 'misere', not 'missere'; did you mean misere?"),
    (lambda: OWN.outcome(3, play="missere"), ValueError, "play is 'normal' or 'misere', not 'missere'; did you mean misere?"),
    (lambda: OWN.options(3, "up"), ValueError, "player is 'left' or 'right', not 'up'"),
    (lambda: sprague.solve("nim@3", max_moves=-1), ValueError, "max_moves is a whole number from 0 on, not -1"),
    (lambda: sprague.solve("nim@3", max_moves=float("nan")), TypeError, "max_moves is a whole number from 0 on, not nan"),
    (lambda: sprague.solve("nim@3", explain="yes"), TypeError, "explain is True or False, not 'yes'"),
    (lambda: sprague.solve("nim@3", jobs=0), ValueError, "jobs is a whole number from 1 on, not 0"),
    (lambda: sprague.solve("nim@3", jobs=-1), ValueError, "jobs is a whole number from 1 on, not -1"),
    (lambda: sprague.solve("nim@\ud800"), ValueError, "a position is 'nim@\\ud800', whose character 5 is half of a surrogate pair, which is no text"),
    (lambda: sprague.solve(5), TypeError, "a position is text such as 'nim@3,4,5', or rules @ position, not 5"),
    (lambda: sprague.analyse(5), TypeError, "family is a ruleset, or text such as 'kayles', not 5"),
    (lambda: sprague.analyse("kayles", 1e3), TypeError, "to is a whole number from 0 on, not 1000.0"),
    (lambda: sprague.analyse("kayles", to=10**30), ValueError, "to is below 2**64, not 1000000000000000000000000000000"),
    (lambda: sprague.table("wythoff", 5), TypeError, "to is a pair of whole numbers, such as to=(5, 5), not 5"),
    (lambda: sprague.value("nim@1", cool=0.5), TypeError, "cool is an int, a Fraction or text such as '{1|-1}', not 0.5"),
    (lambda: sprague.find("kayles", to=float("nan")), TypeError, "to is a whole number, or a pair of them, not nan"),
    (lambda: sprague.find(), ValueError, "from_="),
    (lambda: sprague.Session(5), TypeError, "a ruleset is an object such as sprague.ruleset(function), not 5"),
    (lambda: sprague.Session(sprague.Ruleset), TypeError, "a ruleset is an object such as Ruleset(), not <class"),
    (lambda: sprague.plot("nim@3", kind="grph"), ValueError, "did you mean graph?"),
    (lambda: sprague.plot("kayles").text(-1, 5), ValueError, "columns is a whole number from 1 on, not -1"),
    (lambda: sprague.test(OWN, 3, seconds=-1), ValueError, "seconds is a number from 0 on, not -1"),
    (lambda: sprague.test(OWN, 3, plays=-1), ValueError, "plays is a whole number from 0 on, not -1"),
    (lambda: sprague.solve("nim@3", all_movs=True), TypeError, "no such argument: all_movs; did you mean all_moves?"),
    (lambda: OWN.table(2.5), TypeError, "a side is a whole number from 0 on, not 2.5"),
    (lambda: OWN.nimbers(5), TypeError, "positions is a list of positions, not 5"),
    (lambda: OWN.read(5), TypeError, "text is text, not 5"),
    (lambda: sprague.Position(5), TypeError, "a position is text, not 5"),
    (lambda: sprague.Session(allow_exec="yes"), TypeError, "allow_exec is True or False, not 'yes'"),
    (lambda: OWN.solve(3, frst="left"), TypeError, "no such argument: frst; did you mean first?"),
    (lambda: sprague.plot("kayles", to=2**62), ValueError, "(to= says which is the last)"),
    (lambda: sprague.table(5, (3, 3)), TypeError, "what is a ruleset, or text such as 'kayles', not 5"),
    (lambda: sprague.table("cram@{x}x{y}", x=(4, 1), y=(1, 2)), ValueError, "x is a first number and a last one that is not less, not (4, 1)"),
    (lambda: sprague.check(None), TypeError, "file is a certificate, a strategy, or the path of a file, not None"),
    (lambda: sprague.merge("abc"), TypeError, "parts is a list of answers of `sweep`, or of paths, not 'abc'"),
    (lambda: sprague.identify(5), TypeError, "values is a list of nimbers, not 5"),
    (lambda: sprague.sweep(5, shard=(3, 2)), ValueError, "shard is which part and how many there are, from (1, n) to (n, n)"),
    (lambda: sprague.Value("*").incentives(5), TypeError, "player is 'left' or 'right', not 5"),
    (lambda: sprague.Value(0.5), TypeError, "a value is an int, a Fraction or text such as '{1|-1}', not 0.5"),
    (lambda: sprague.solve("nim@3", lmit_time=1), TypeError, "no such argument: lmit_time; did you mean limit_time?"),
]


@pytest.mark.parametrize(("ask", "kind", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_messages_name_the_argument_what_came_and_what_is_expected(ask, kind, said):
    with pytest.raises(kind) as caught:
        ask()
    assert said in str(caught.value)


def test_rulesets_and_numbers_of_numpy_are_taken_everywhere():
    kayles = sprague.ruleset(lambda n: {f"{k} of {n}": (left, n - k - left) for k in (1, 2) if k <= n for left in [np.int64(0)]}, name="own")
    for ask in sprague.quotient, sprague.certify:
        with pytest.raises(sprague.SpragueError):
            ask(kayles)
    assert kayles.solve((3, 2)).best.label == "2: 2 of 2" and kayles.solve(2).best.label == "2 of 2"
    assert len(list(sprague.find(kayles, to=5))) == 6
    assert sprague.solve("nim@3", limit_memory=np.int64(2**30), limit_positions=np.int32(100), max_moves=np.uint8(1), nimber=np.True_).nimber == 3
    assert sprague.ruleset(partial(lambda most, p: range(max(0, p - most), p), 2)).nimber(5) == 2


def test_whether_the_score_is_at_least_n_is_one_question():
    assert sprague.solve("dots-and-boxes@2x2", at_least=2)
    less = sprague.solve("dots-and-boxes@2x2", at_least=3)
    assert not less and less.outcome == "loss" and less.score is None and "less than 3 points" in repr(less)
    for least, is_at_least in [(-8, True), (-7, False)]:
        assert sprague.solve("reversi@4x4", first="right", at_least=least).is_won == is_at_least
    with pytest.raises(ValueError, match="rules that count points"):
        sprague.solve("nim@3", at_least=1)


def test_rows_of_points_have_the_stops_of_both_players():
    class Both(sprague.Ruleset):
        def left_moves(self, n):
            return [sprague.Move("take", n - 1, gain=1)] if n else []

        def right_moves(self, n):
            return [sprague.Move(f"take {s}", n - s, gain=s) for s in (1, 2) if s <= n]

        def terminal_score(self, n):
            return 0

    rows = sprague.analyse(Both(), 4)
    # Left's points less Right's, if Left starts and if Right starts
    assert (rows.arrays["left_stops"].tolist(), rows.arrays["right_stops"].tolist()) == ([0, 1, 0, -1, 0], [0, -1, -2, -1, -2])
    assert list(rows.to_frame().columns) == ["outcomes", "left_stops", "right_stops"]

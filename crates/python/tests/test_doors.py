"""Doors agree: every question with every option, by program, server, package and batch, is answered byte for byte alike.

The table is generated from the JSON Schema that the program prints, so a new question, or a new option, is in it by itself. Every
answer is held against that schema.
"""

import inspect
import json
import re
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path

import jsonschema
import pytest

import sprague
from sprague import learn

# of its own, so that others find nothing that is known already
ENGINE = sprague.Session()._engine
PROGRAM = [str(Path(sys.executable).parent / "sprague")]

# the program a thousand times: a process that has loaded it is copied for each command
COPIES = """
import json, os, sys
from sprague.__main__ import main

for line in sys.stdin:
    arguments, folder = json.loads(line)
    child = os.fork()
    if child == 0:
        for file, name in enumerate(["in", "out", "err"]):
            os.dup2(os.open(f"{folder}/{name}", os.O_RDWR | os.O_CREAT), file)
        sys.argv = ["sprague", *arguments]
        os._exit(main())
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
SCHEMA = json.loads(subprocess.run([*PROGRAM, "schema"], capture_output=True, text=True, check=True).stdout)
QUESTIONS = SCHEMA["questions"]

# a part of a sweep, as `merge` reads it
PART = ENGINE.ask("sweep", {"ruleset": "subtraction", "largest": 5, "shard": "1/2"})

# what a question is about: the fields that it must have, each set of them one that has an answer
ABOUT = {
    "solve": [{"position": "nim@3,4,5"}, {"position": "domineering@2x3"}],
    "view": [{"position": "nim@3,4+kayles@3"}, {"position": "domineering@2x2"}],
    "board": [{"position": "nim@3,4"}, {"position": "domineering@2x2", "first": "right", "line": ["1.1-1.2"]}],
    "reply": [{"position": "nim@3,4"}, {"position": "domineering@2x2"}],
    "fresh": [{"family": "nim"}, {"family": "domineering", "size": "3x3", "seed": 3}],
    "analyse": [{"family": "subtraction:1,3,4"}, {"family": "asymmetric:1,3/2"}, {"family": "octal:0.16"}],
    "value": [{"sum": "game@{2|-1}"}, {"sum": "kayles@5+nim@1"}, {"sum": "game@over&under"}],
    "value-view": [{"sum": "game@{2|-1}+nim@1"}, {"sum": "game@over+nim@1"}],
    "compare": [{"left": "game@^", "right": "nim@1"}, {"left": "game@dud", "right": "game@over"}],
    "table": [{"what": "wythoff", "to": [2, 3]}, {"what": "kayles@{x}+nim@{y}", "x": [0, 3], "y": [0, 2]}],
    "graph": [{"position": "nim@1,2"}, {"position": "asymmetric:1/2@3"}],
    "count": [{"position": "nim@1,2", "depth": 3}, {"position": "asymmetric:1/2@3", "depth": 2}],
    "quotient": [{"family": "octal:0.75"}],
    "certify": [{"family": "subtraction:1,3,4"}, {"family": "asymmetric:1,3/2,4"}],
    "code": [{"family": "kayles"}, {"family": "nim", "as": "rust", "play": "misere"}, {"family": "subtraction:L-R", "as": "python"}],
    "strategy": [{"position": "nim@2,1"}, {"position": "asymmetric:1/2@4"}],
    "check": [],
    "find": [{"family": "kayles", "to": "9"}, {"family": "domineering", "squares": 4}, {"from": "nim@2,1"}],
    "identify": [{"values": [0, 1, 2, 3, 1, 4, 3, 2]}],
    "nim": [{"expression": "7 * 9 + 2^100"}, {"expression": "4 / 5 + sqrt(6)"}],
    "sweep": [{"ruleset": "subtraction", "largest": 5}, {"ruleset": "octal", "digits": 1, "seek": 100}, {"ruleset": "asymmetric", "largest": 2}],
    "merge": [{"parts": [{"name": "a part", "text": PART}]}],
    "rulesets": [{}],
    "glossary": [{}, {"word": "mex"}],
    "plot": [{"what": "kayles"}, {"what": "kayles@{x}+nim@{y}", "x": [0, 6], "y": [0, 5]}, {"what": "nim@1,2"}, {"what": "asymmetric:1/2", "as": "order"}],
}
# what is typed for a field that is text, or a list, where the schema cannot say it
VALUES = {
    "cool": ["1", "x"],
    "heat": ["1", "{1|"],
    "overheat": ["1,2", "1"],
    "norton": ["^", "*"],
    "ordinal": ["*", "{1|"],
    "then": ["Freeze.Cool(1)", "Thaw"],
    "temperature": ["1", "^"],
    "not": [["nim@3,4,5"], ["nim@x"]],
    "kernel": ["plain", "frob"],
    "rule": ["selective", "moore=2", "all"],
    "to": [7, [3, 2], "9", -1],
    "x": [[0, 3], [3, 0], "3"],
    "y": [[0, 2], 7],
    "text": ["{}", "nothing"],
    "shard": ["1/2", "3/3", "4/3", "1"],
    "parts": [[], [{"name": "one", "text": PART}, {"name": "again", "text": PART}], [{"name": "no part", "text": "{}"}], 3],
    "name": ["kayles", "nym"],
    "word": ["nimber", "nimbre"],
}
# fields that the program takes by their place, and those that it has under another name
BY_PLACE = ("position", "sum", "family", "what", "left", "right", "ruleset", "expression")
UNFIT = {
    "solve": [
        {"position": "nim@3", "first": "left"},
        {"position": "nim@3", "nimber": True, "play": "misere"},
        {"position": "domineering@2x2", "nimber": True},
    ],
    "analyse": [{"family": "kayles", "rows": "values", "summary": True}, {"family": "kayles", "dag": True}, {"family": "cram"}],
    "value": [{"sum": "nim@1", "cool": "1", "heat": "1"}, {"sum": "nim@1", "play": "misere"}],
    "certify": [{"family": "kayles", "play": "misere"}, {"family": "cram"}],
    "code": [{"family": "kayles", "play": "misere"}, {"family": "cram"}],
    "quotient": [{"family": "nim"}],
    "table": [{"what": "wythoff", "to": [2, 2], "x": [0, 1]}],
    "graph": [{"position": "nim@1", "first": "left"}],
    "count": [{"position": "nim@1", "depth": 1, "first": "left"}],
    "strategy": [{"position": "nim@1", "first": "left"}],
    "identify": [{"values": []}],
    "sweep": [
        {"ruleset": "subtraction"},
        {"ruleset": "octal"},
        {"ruleset": "subtraction", "largest": 64},
        {"ruleset": "octal", "digits": 9},
        {"ruleset": "octal", "digits": 1, "nimbers": True},
        {"ruleset": "asymmetric"},
        {"ruleset": "asymmetric", "largest": 11},
    ],
}
MALFORMED = {"position": "nim@3,x", "sum": "game@{1|", "family": "subtraction:1,x", "what": "nym", "left": "nim@x", "expression": "7 *"}


def options(name):
    """Every option of a question, with values that it may have and some that it may not."""
    definitions = QUESTIONS[name]["question"].get("$defs", {})
    for field, schema in QUESTIONS[name]["question"]["properties"].items():
        kinds = [schema, *schema.get("anyOf", [])]
        kinds += [definitions[kind["$ref"].rsplit("/", 1)[1]] for kind in kinds if "$ref" in kind]
        kinds += [choice for kind in list(kinds) for choice in kind.get("oneOf", []) + kind.get("anyOf", [])]
        words = [word for kind in kinds for word in [*kind.get("enum", []), *[kind[key] for key in ("const",) if key in kind]]]
        types = {each for kind in kinds for each in [kind.get("type", [])] if isinstance(each, str)}
        types |= {each for kind in kinds if isinstance(kind.get("type"), list) for each in kind["type"]}
        values = [*VALUES.get(field, []), *words, *(["frob"] if words else [])]
        if "boolean" in types:
            values += [True, False, 1]
        if "integer" in types:
            values += [2, 0, "x"]
        for value in values:
            yield field, value


def table():
    """Questions of every kind: as they are, with every option, malformed, unfit."""
    for name, abouts in ABOUT.items():
        for about in abouts:
            yield name, about
            for field, value in options(name):
                if field not in about or field not in BY_PLACE:
                    yield name, {**about, field: value}
            for field in about:
                if field in MALFORMED:
                    yield name, {**about, field: MALFORMED[field]}
        for question in UNFIT.get(name, []):
            yield name, question
        yield name, {**(abouts[0] if abouts else {}), "pley": 1}


class Program:
    """The program, without the time that Python takes to begin."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", COPIES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, arguments, typed=""):
        """The exit status of a command, and what it prints on standard output and standard error."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in").write_text(typed)
            self.process.stdin.write(json.dumps([arguments, folder]) + "\n")
            self.process.stdin.flush()
            status = int(self.process.stdout.readline())
            return status, *((Path(folder) / name).read_text() for name in ("out", "err"))


program = Program()


class Served:
    """The server, as a page asks it."""

    def __init__(self):
        serve = [*PROGRAM, "serve", "--no-open", "--format", "json", "--limit-memory", "4G", "--limit-time", "60"]
        self.process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        about = json.loads(self.process.stdout.readline())
        self.address, self.token = f"http://127.0.0.1:{about['port']}", about["token"]

    def ask(self, name, question):
        request = urllib.request.Request(
            f"{self.address}/api/ask/{name}",
            json.dumps(question).encode(),
            {"content-type": "application/json", "x-sprague-token": self.token},
        )
        try:
            with urllib.request.urlopen(request) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@pytest.fixture(scope="module")
def served():
    server = Served()
    yield server
    server.process.terminate()
    server.process.wait()


def by_package(name, question, **limits):
    """The answer in JSON, or what was raised."""
    try:
        return ENGINE.ask(name, {**question, **limits})
    except Exception as error:
        return error


# what the program prints of these is no JSON, or it has no such command
NOT_PRINTED = ("view", "board", "reply", "fresh", "value-view", "plot", "check", "merge")


def flags(name, question):
    """A question as it is typed."""
    words, places = [], []
    for field, value in question.items():
        if name == "identify" and field == "values":
            places.append(",".join(map(str, value)))
        elif field in BY_PLACE and isinstance(value, str):
            places.append(value)
        elif value is True:
            words.append("--" + field.replace("_", "-"))
        elif value is False:
            if field == "fill":
                words.append("--no-fill")
        elif isinstance(value, list) and field in ("x", "y"):
            words.append(f"--{field}={value[0]}-{value[1]}")
        elif isinstance(value, list) and field == "to":
            words.append(f"--{field}={value[0]}x{value[1]}")
        else:
            words.append(f"--{field.replace('_', '-')}={value}")
    return [name, *words, "--", *places]


# fields that no flag says
NOT_TYPED = {"rulesets": {"name"}, "glossary": {"word"}}


def is_typed_alike(name, question):
    """Whether JSON and flags can say the same: what is a number in one is text in the other."""
    if NOT_TYPED.get(name, set()) & set(question):
        return False
    properties = QUESTIONS[name]["question"]["properties"]
    if any(field not in properties or value == 1 and "boolean" in str(properties[field]) for field, value in question.items()):
        return False
    if any(isinstance(question.get(field), int) for field in ("x", "y")):
        return False
    numbers = {field for field, schema in properties.items() if "integer" in str(schema) and "string" not in str(schema)}
    return not any(isinstance(value, str) and field in {"x", "y", "to", *numbers} for field, value in question.items())


def by_program(name, question, *limits):
    return program.run([name, *limits, *flags(name, question)[1:]])


def with_format(name, question, *limits):
    """By the program, in JSON: certificates and strategies are JSON anyway."""
    own = [] if name in ("certify", "strategy") else ["--format", "json"]
    return by_program(name, question, *own, *limits)


LINES = {"solve": "position", "analyse": "family", "value": "sum"}


def by_batch(name, question, *limits):
    """The answer to one line; None where there is no batch."""
    if name == "compare":
        line, taken = f"{question.get('left')} {question.get('right')}", ("left", "right")
    elif name in LINES and isinstance(question.get(LINES[name]), str):
        line, taken = question[LINES[name]], (LINES[name],)
    else:
        return None
    rest = {field: value for field, value in question.items() if field not in taken}
    return program.run([name, *limits, *flags(name, rest)[1:-1], "--", "-"], line + "\n")


def seconds_apart(text):
    """How long something took is not part of an answer, nor is a checksum that it is in."""
    return re.sub(r'"checksum":"[0-9a-f]+"', '"checksum":""', re.sub(r'"seconds":[0-9.e-]+', '"seconds":0', text))


def holds(name, text):
    """An answer is what the schema says."""
    validator = jsonschema.Draft202012Validator(QUESTIONS[name]["answer"])
    found = sorted(validator.iter_errors(json.loads(text)), key=str)
    assert not found, f"{found[0].message} at {list(found[0].absolute_path)}"


def words_of(error):
    """What is said in an error of any door, without the names that each door has for fields."""
    return re.sub(r"[^a-z0-9]+", " ", error.lower())


def agrees(served, name, question, limits=None):
    """Whether all doors say the same; how they said it."""
    shown = f"{name} {json.dumps(question)} {limits or ''}"
    told = limits or {}
    package = by_package(name, question, **told)
    typed = [word for field, value in told.items() for word in (f"--{field.replace('_', '-')}", str(value))]
    status, reply = served.ask(name, question) if not limits else (None, None)
    if not isinstance(package, Exception):
        package = seconds_apart(package)
        holds(name, package)
        if status is not None:
            assert status == 200 and seconds_apart(reply) == package, shown
        if name not in NOT_PRINTED and is_typed_alike(name, question):
            code, out, err = with_format(name, question, *typed)
            answer = json.loads(package)
            is_stopped = isinstance(answer, dict) and answer.get("stopped")
            assert code == (1 if is_stopped else 0), f"{shown}: {err}"
            assert seconds_apart(out.strip()) == package, shown
            batch = by_batch(name, question, *typed)
            if batch is not None:
                assert batch[0] == 0 and seconds_apart(batch[1].strip()) == package, shown
        return "answered"
    if isinstance(package, sprague.LimitReached):
        code, out, err = with_format(name, question, *typed)
        if name in ("certify", "strategy"):
            # a file, or nothing
            assert (code, out) == (1, ""), shown
            return "stopped"
        if name not in NOT_PRINTED:
            assert code == 1 and json.loads(out)["stopped"] == package.limit, f"{shown}: {out}{err}"
            jsonschema.validate(json.loads(out), SCHEMA["refusal"])
        batch = by_batch(name, question, *typed)
        if batch is not None:
            assert seconds_apart(batch[1]) == seconds_apart(out), shown
        return "stopped"
    if status is not None:
        assert status == 422, f"{shown}: {package!r}, {reply}"
        refusal = json.loads(reply)
        jsonschema.validate(refusal, SCHEMA["refusal"])
        if isinstance(package, sprague.NotationError):
            assert refusal["error"] == f"expected {package.expected}", shown
            assert refusal["at"] == len(package.question[: package.at].encode()), shown
        else:
            said = words_of(refusal["error"].removeprefix("expected another value")).strip()
            # an argument of the package has another name than the field where Python needs that word itself
            named = words_of(re.sub(r"\bkind=", "as", re.sub(r"\bfrom_=", "from", str(package).replace("all_moves=", "moves"))))
            assert said in named, f"{shown}: {package} / {reply}"
        if name not in NOT_PRINTED and is_typed_alike(name, question):
            code, out, err = by_program(name, question)
            assert code == (1 if type(package) is sprague.SpragueError else 2), f"{shown}: {code} {out}{err} {package!r}"
            batch = by_batch(name, question)
            if batch is not None and batch[0] == 0:
                line = json.loads(batch[1])
                if "error" in line:
                    assert (line["error"], line["at"], line.get("field")) == (refusal["error"], refusal["at"], refusal.get("field")), shown
                else:
                    # an option that has no meaning for this one line
                    assert refusal["field"] in ("at_least", "first", "nimber"), shown
    return "refused"


def test_every_question_is_in_the_table():
    assert set(ABOUT) == set(QUESTIONS)


@pytest.mark.parametrize("name", ABOUT)
def test_doors_agree(served, name):
    seen = [(question, agrees(served, name, question)) for asked, question in table() if asked == name]
    kinds = {how for _, how in seen}
    assert "refused" in kinds and ("answered" in kinds or name == "check"), seen


# what reaches a limit soon
LONG = {
    "solve": {"position": "cram@5x5"},
    "analyse": {"family": "octal:0.07"},
    "value": {"sum": "domineering@4x4"},
    "compare": {"left": "domineering@4x4", "right": "nim@1"},
    "table": {"what": "wythoff", "to": [50, 50]},
    "graph": {"position": "nim@9,9,9"},
    "strategy": {"position": "nim@9,9,9"},
    "certify": {"family": "octal:0.07"},
    "identify": {"values": [0, 1, 2, 3, 1, 4, 3, 2]},
}


@pytest.mark.parametrize("name", LONG)
def test_limits_are_reached_alike(served, name):
    assert agrees(served, name, LONG[name], {"limit_positions": 5}) == "stopped" or name in ("analyse", "graph", "table")


def test_certificates_and_strategies_are_checked_alike(served):
    certificates = ("certify", {"family": "kayles"}), ("certify", {"family": "asymmetric:1/2", "rows": "values"})
    for name, question in (*certificates, ("strategy", {"position": "nim@1,2"})):
        text = ENGINE.ask(name, question)
        status, reply = served.ask("check", {"text": text})
        code, out, _ = program.run(["check", "-", "--format", "json"], text)
        assert status == 200 and code == 0
        assert reply == out.strip() == ENGINE.ask("check", {"text": text})
        holds("check", reply)


def test_parts_of_sweeps_are_merged_alike(served, tmp_path):
    texts = [ENGINE.ask("sweep", {"ruleset": "subtraction", "largest": 9, "shard": f"{part}/2"}) for part in (2, 1)]
    files = [tmp_path / f"{part}.json" for part in (2, 1)]
    for file, text in zip(files, texts):
        file.write_text(text)
    for count in (1, 2):
        for more in ({}, {"histogram": True}):
            question = {"parts": [{"name": str(file), "text": text} for file, text in list(zip(files, texts))[:count]], **more}
            package = ENGINE.ask("merge", question)
            holds("merge", package)
            status, reply = served.ask("merge", question)
            flag = ["--histogram"] if more else []
            code, out, _ = program.run(["merge", "--format", "json", *flag, *map(str, files[:count])])
            assert (status, code) == (200, 2 - count)
            assert reply == out.strip() == package


def test_parts_of_a_search_are_merged_alike(served, tmp_path):
    search = ["find", "domineering", "--squares", "6", "--where", "temperature >= 1"]
    files = [tmp_path / f"{part}.json" for part in (2, 1)]
    for part, file in zip((2, 1), files):
        assert program.run([*search, "--shard", f"{part}/2", "-o", str(file)])[0] == 0
    question = {"parts": [{"name": str(file), "text": file.read_text()} for file in files]}
    package = ENGINE.ask("merge", question)
    holds("merge", package)
    assert served.ask("merge", question) == (200, package)
    merged, whole = sprague.merge_searches(files), sprague.find("domineering", squares=6, where="temperature >= 1")
    assert merged.positions == list(whole) and merged.sizes == whole.summary().sizes
    some = sprague.merge_searches(files[:1], partial=True)
    assert 0 < some.looked_at < merged.looked_at
    with pytest.raises(ValueError, match="part 1/2 is missing"):
        sprague.merge_searches(files[:1])
    with pytest.raises(ValueError, match="merge_searches"):
        sprague.merge(files)


def test_limits_that_equal_the_defaults_are_limits():
    # 100,000,000 rows are the default, and rows that are asked for by number are allowed, but not beyond what was typed
    question = {"family": "subtraction:1,2", "to": 150_000_000, "summary": True}
    assert json.loads(ENGINE.ask("analyse", question))["rows"] == 150_000_001
    code, _, err = by_program("analyse", question, "--limit-positions", "100000000", "--no-fill")
    assert code == 1 and "100000000 positions" in err


GOLDEN = Path(__file__).parents[3] / "tests" / "golden"


@pytest.mark.parametrize("file", ["cram.txt", "nimbers.txt", "outcomes.txt"])
def test_answers_to_golden_positions_are_what_the_schema_says(file):
    lines = [line for line in (GOLDEN / file).read_text().splitlines() if line and not line.startswith("#")]
    for line in lines[:200]:
        position = line.split()[0]
        if "@" in position:
            holds("solve", ENGINE.ask("solve", {"position": position, "limit_time": 20}))


# what stands in the package under another name, or in place of it
RENAMED = {"from": "from_", "position": "what", "sum": "what", "moves": "all_moves", "rows": "values", "as": "kind", "text": "file", "class": "outcome_class", "not": "without"}
# values are only under normal play and in disjunctive sums, which the package does not let one deny; rows are arrays there
LEFT_OUT = {
    # under misère play they are `misere_compare` and `misere_form`; with a certificate `comparison_certificate`
    "compare": {"play", "rule", "within", "certificate"},
    # `Value.facts` and `Value.cgsuite` say the rest
    "value": {"play", "rule", "dag", "parts", "facts", "as"},
    "analyse": {"dag", "kernel", "stream", "summary"},
    "certify": {"stream"},
    # its `summary` counts
    "find": {"count"},
    "plot": {"seek"},
    # a function for each ruleset, and answers that have their histogram; positions are sets
    "sweep": {"ruleset", "histogram", "limit_sets"},
    "merge": {"histogram"},
    "rulesets": {"name"},
    # `learn.positions` asks for the form, and the page for edits
    "board": {"form", "edits"},
}
# what is asked by other functions than a method of `Session` with the name of the question
FUNCTIONS = {
    "identify": [sprague.identify],
    "nim": [sprague.nim],
    "sweep": [sprague.sweep, sprague.sweep_octal, sprague.sweep_asymmetric],
    "merge": [sprague.merge, sprague.merge_searches],
    "rulesets": [sprague.rulesets],
    "glossary": [sprague.glossary],
    "count": [learn.count],
}
# questions that only the page asks
PAGE_ONLY = {"view", "value-view"}


def test_keywords_of_the_package_are_what_the_schema_has():
    # an event cancels a question from another thread of the process
    assert set(SCHEMA["limits"]["properties"]) | {"cancel"} == set(sprague.Limits.__annotations__)
    for name in set(QUESTIONS) - PAGE_ONLY:
        asking = FUNCTIONS.get(name) or [getattr(sprague.Session, name)]
        known = {keyword for function in asking for keyword in inspect.signature(function).parameters}
        wanted = set(QUESTIONS[name]["question"]["properties"])
        renamed = {**RENAMED, "as": "language"} if name == "code" else RENAMED
        missing = {field for field in wanted if field not in known and renamed.get(field) not in known}
        assert missing == LEFT_OUT.get(name, set()), name


def test_types_of_the_package_have_what_the_schema_has():
    """Every field that an answer of the package reads is one that the schema knows."""
    text = (Path(sprague.__file__).parent / "_answers.py").read_text()
    kinds = {"Answer": "solve", "Analysis": "analyse", "Verdict": "check"}
    kinds |= {name.capitalize(): name for name in ("quotient", "graph", "table", "strategy")}
    for kind, name in kinds.items():
        body = re.split(r"\nclass ", re.split(rf"\nclass {kind}\b", text)[1])[0]
        known = json.dumps(QUESTIONS[name]["answer"])
        fields = re.findall(r'self\._(?:json|head)(?:\[|\.get\()"(\w+)"', body)
        assert fields or kind == "Strategy", kind
        # a graph in files says besides what it came to
        unknown = [field for field in fields if f'"{field}"' not in known and (kind, field) != ("Answer", "graph")]
        assert unknown == [], kind


def test_nobody_waits_for_another(served):
    # one question a thread, the same answer
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(served.ask("solve", {"position": "kayles@40"}))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1

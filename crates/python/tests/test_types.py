"""The package and a program that uses all of it are typed strictly; the examples of the documentation run."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_origin

import pytest

import sprague
from sprague import _rulesets

HERE = Path(__file__).parent
MODULES = ["sprague", *(f"sprague.{module.name}" for module in pkgutil.iter_modules(sprague.__path__))]


@pytest.mark.parametrize("what", [["-p", "sprague"], [str(HERE / "sample.py")]], ids=["the package", "a program"])
def test_mypy_finds_nothing(what):
    found = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", *what], capture_output=True, text=True, cwd=HERE.parent)
    assert found.returncode == 0, found.stdout + found.stderr


WRONG = """
import sprague

class Heaps(sprague.Ruleset[tuple[int, int], str]):
    def moves(self, heaps: tuple[int, int]) -> dict[str, tuple[int, int]]:
        return {"all of the first": (0, heaps[1])} if heaps[0] else {}

Heaps().nimber((3, 5))
Heaps().nimber("3.5")
"""


def test_mypy_knows_the_type_of_positions(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    found = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", "wrong.py"], capture_output=True, text=True, cwd=tmp_path)
    assert found.stdout.count("error:") == 1 and 'wrong.py:9: error: Argument 1 to "nimber" of "Ruleset" has incompatible type "str"' in found.stdout


MISTAKES = """
import sprague

class Wrong(sprague.Ruleset[int]):
    def moves(self, p: str) -> list[int]: return []  # error
class Other(sprague.Ruleset[int, str]):
    def moves(self, p: int) -> dict[bytes, int]: return {}  # error
class Right(sprague.Ruleset[int, str]):
    def moves(self, p: int) -> dict[str, int]: return {"take one": p - 1} if p else {}
    def canonical(self, p: int) -> int: return p
class Parts(sprague.Ruleset[str]):
    def moves(self, p: str) -> list[str]: return []
    def summands(self, p: str) -> list[int]: return []  # error
own = Right()
sprague.solve("nim@3", limit_tim=2.0)  # error
sprague.solve("nim@3", limit_time=2.0, play="misere", max_moves=3)
sprague.value("nim@1", coool=1)  # error
sprague.analyse("kayles", 10, vales=True)  # error
sprague.find("kayles", to=9, were="nimber > 1")  # error
sprague.plot("kayles", too=9)  # error
sprague.check("file", checkpont="x")  # error
sprague.solve("nim@3", play="missere")  # error
sprague.position("nim@3").solve(limit_positoins=3)  # error
(own @ 3).compare("nim@2", limit_time=1.0)
own.solve(3, alll_moves=True)  # error
own.solve("3")  # error
own.solve(3, all_moves=True, limit_memory="1G")
own.analyse(10, sek=3)  # error
own.plot(3, knd="graph")  # error
own.plot(kind="graph", theme="dark")
sprague.certify(own).period
"""


def test_mypy_finds_mistakes(tmp_path):
    (tmp_path / "wrong.py").write_text(MISTAKES)
    found = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", "wrong.py"], capture_output=True, text=True, cwd=tmp_path)
    lines = {int(line.split(":")[1]) for line in found.stdout.splitlines() if " error: " in line}
    assert lines == {n for n, line in enumerate(MISTAKES.splitlines(), 1) if line.endswith("# error")}, found.stdout


def test_the_keywords_of_plot_are_those_of_a_session():
    plot = inspect.signature(sprague.Session.plot).parameters
    drawn = {name: getattr(kind, "__forward_arg__", kind) for name, kind in _rulesets.Drawn.__annotations__.items()}
    keywords = {name: each.annotation for name, each in plot.items() if each.kind == each.KEYWORD_ONLY}
    assert keywords == {name: kind for name, kind in drawn.items() if name not in sprague.Limits.__annotations__}


def test_rulesets_take_types_and_are_what_they_were():
    assert sprague.Ruleset[int] is sprague.Ruleset[int, str] is sprague.Ruleset
    names: dict[str, object] = {}
    exec(WRONG.rpartition("Heaps()")[0], names)
    assert names["Heaps"].__mro__[1] is sprague.Ruleset and names["Heaps"]().nimber((3, 5)) == 1


def test_the_program_runs():
    subprocess.run([sys.executable, str(HERE / "sample.py")], check=True)


def test_the_program_uses_every_name():
    text = (HERE / "sample.py").read_text()
    assert [name for name in sprague.__all__ if f"sprague.{name}" not in text] == []


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith(("_sprague", "__main__"))])
def test_examples_run(name):
    if name == "sprague.cluster":
        pytest.importorskip("distributed", reason="Dask is not installed: pip install 'sprague[cluster]'")
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0


def test_the_layer_has_examples():
    for name in sprague.__all__:
        what = getattr(sprague, name)
        if callable(what) and get_origin(what) is not Literal and not issubclass(what if inspect.isclass(what) else int, Exception):
            assert ">>> " in (what.__doc__ or ""), name


def test_stubs_say_what_there_is():
    stubs = (Path(sprague.__file__).parent / "_sprague.pyi").read_text()
    for name in dir(sprague._sprague):
        if not name.startswith("__"):
            assert f"class {name}" in stubs or f"def {name}" in stubs, name
    for kind in "Rules", "RawValue", "Drawing", "Engine", "Shards":
        own = [name for name in vars(getattr(sprague._sprague, kind)) if not name.startswith("__")]
        body = stubs.split(f"class {kind}:")[1].split("\nclass ")[0]
        assert [name for name in own if f"def {name}(" not in body] == []
    assert (Path(sprague.__file__).parent / "py.typed").exists()


def test_names_are_those_that_are_listed():
    assert sprague.__all__ == sorted(set(sprague.__all__))
    assert {name for name in vars(sprague) if not name.startswith("_") and not inspect.ismodule(getattr(sprague, name))} <= set(sprague.__all__)

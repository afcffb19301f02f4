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

"""Notebooks run from top to bottom, show tables and pictures, and are stored without what they answered."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

# seconds a cell may take; a debug build is some ten times slower than the package
LONGEST = 300

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path, kind="code"):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def test_there_are_the_notebooks_that_the_guide_speaks_of():
    assert [path.stem for path in NOTEBOOKS] == ["a-researchers-sweep", "a-ruleset-of-ones-own", "a-teachers-hour", "is-your-agent-right"]


@each_notebook
def test_a_notebook_runs_and_shows_tables_and_pictures(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    # a cell that raises ends the run with an error that shows it
    NotebookClient(notebook, timeout=LONGEST, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "image/svg+xml"} <= kinds
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]


@each_notebook
def test_a_notebook_is_stored_without_outputs(path):
    for cell in cells(path):
        assert cell.outputs == [] and cell.execution_count is None, cell.id


@each_notebook
def test_a_notebook_is_valid_and_its_cells_have_names(path):
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    names = [cell.id for cell in notebook.cells]
    # names that say something, so that a change shows as one
    assert len(set(names)) == len(names) and all(name.replace("-", "").isalpha() for name in names)


@each_notebook
def test_a_notebook_says_what_it_is_about_and_checks_what_it_claims(path):
    assert cells(path, "markdown")[0].source.startswith("# ")
    assert sum("assert " in cell.source for cell in cells(path)) >= 10

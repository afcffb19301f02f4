"""What the guide and the readme show runs, from top to bottom, and each tab in Python of the book's first hours and recipes alone."""

import re
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ["docs/sprague-in-a-notebook.md", "docs/is-your-agent-right.md", "docs/many-machines.md", "crates/python/README.md"]

# the page about agents needs a client of its own, and has a test of its own
TABS = [page for folder in ("start", "how-to") for page in sorted((ROOT / "docs" / folder).glob("*.md")) if page.name != "agents.md"]
BLOCK = re.compile(r'^(?P<indent> *)```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^(?P=indent)```$', re.MULTILINE | re.DOTALL)

each_page = pytest.mark.parametrize("page", PAGES)


@each_page
def test_all_blocks_of_a_page_run_in_order(page):
    if "many-machines" in page:
        pytest.importorskip("distributed", reason="Dask is not installed: pip install 'sprague[cluster]'")
    if "agent" in page:
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'sprague[pettingzoo]'")
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert blocks
    names = {"__name__": page}
    for block in blocks:
        # errors are shown at the line of the page
        before = text[: block.start(1)].count("\n")
        exec(compile("\n" * before + block[1], str(ROOT / page), "exec"), names)


@each_page
def test_what_a_page_links_to_is_there(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert link.startswith("http") or (ROOT / page).parent.joinpath(link).exists(), link


@each_page
def test_lines_are_not_too_long(page):
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 140 and not line.startswith("|")] == []


def test_there_are_tabs():
    assert len(TABS) >= 20


@pytest.mark.parametrize("page", TABS, ids=lambda page: page.stem)
def test_each_tab_of_a_page_runs_by_itself(page, tmp_path, monkeypatch):
    text = page.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    for file in (block for block in blocks if block["title"]):
        (tmp_path / file["title"]).write_text(file["text"], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for block in (block for block in blocks if block["language"] == "python"):
        before = text[: block.start("text")].count("\n")
        exec(compile("\n" * before + textwrap.dedent(block["text"]), str(page), "exec"), {"__name__": page.stem})

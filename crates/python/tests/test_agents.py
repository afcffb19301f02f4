"""`sprague mcp` by the official client of the Model Context Protocol."""

import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

anyio = pytest.importorskip("anyio")
jsonschema = pytest.importorskip("jsonschema")
mcp = pytest.importorskip("mcp")
stdio = pytest.importorskip("mcp.client.stdio")

PROGRAM = str(Path(sys.executable).with_name("sprague"))

# a search that takes minutes
LONG = {"position": "cram@7x9", "limit_time": 60}


@asynccontextmanager
async def server(*arguments: str) -> AsyncIterator[Any]:
    """A client that talks with a server which was started with these arguments."""
    parameters = stdio.StdioServerParameters(command=PROGRAM, args=["mcp", *arguments])
    async with stdio.stdio_client(parameters) as (read, write), mcp.ClientSession(read, write) as client:
        await client.initialize()
        yield client


def talk(conversation: Callable[[Any], Awaitable[None]], *arguments: str) -> None:
    async def whole() -> None:
        with anyio.fail_after(60):
            async with server(*arguments) as client:
                await conversation(client)

    anyio.run(whole)


async def ask(client: Any, name: str, **question: Any) -> Any:
    """The answer to a question, which is JSON."""
    result = await client.call_tool(name, question)
    assert not result.is_error, result
    # the answer as JSON, and again as Markdown if it has that form
    block, *_ = result.content
    return json.loads(block.text)


async def refusal(client: Any, name: str, **question: Any) -> Any:
    result = await client.call_tool(name, question)
    assert result.is_error, result
    # the answer as JSON, and again as Markdown if it has that form
    block, *_ = result.content
    return json.loads(block.text)


def in_a_batch(command: str, question: str) -> Any:
    """The same question on a line of a batch."""
    said = subprocess.run([PROGRAM, command, "-"], input=question + "\n", capture_output=True, text=True, check=True)
    return json.loads(said.stdout)


def test_every_question_is_a_tool_with_a_schema() -> None:
    async def conversation(client: Any) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        schemas = json.loads(subprocess.run([PROGRAM, "schema"], capture_output=True, check=True).stdout)
        assert set(tools) == set(schemas["questions"])
        for name, tool in tools.items():
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
            fields = schemas["questions"][name]["question"].get("properties", {})
            assert set(tool.input_schema["properties"]) == {*fields, *schemas["limits"]["properties"], "answer_from"}
            assert tool.description and tool.annotations.read_only_hint
        jsonschema.validate({"position": "nim@3"}, tools["solve"].input_schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"pozition": "nim@3"}, tools["solve"].input_schema)

    talk(conversation)


def test_questions_are_answered_and_refused_as_everywhere() -> None:
    async def conversation(client: Any) -> None:
        answer = await ask(client, "solve", position="nim@3,4,5")
        assert (answer["outcome"], answer["nimber"], answer["best"]["to"]) == ("win", 2, "nim@1,4,5")
        assert (await ask(client, "analyse", family="kayles", to=100))["period"]["period"] == 12
        assert (await ask(client, "value", position="domineering@2x3"))["temperature"] == "5/4"
        assert (await ask(client, "compare", left="game@^", right="nim@1"))["relation"] == "||"
        assert "kayles" in json.dumps(await ask(client, "rulesets"))
        for position in ["nim@3,x", "nym@3", "subtraction:./set@3"]:
            told = await refusal(client, "solve", position=position)
            if "set" in position:
                assert "the program reads only files that were named when it was started" in told["error"]
            else:
                batch = in_a_batch("solve", position)
                assert (told["error"], told["at"], told["field"]) == (batch["error"], batch["at"], "position")
        assert "unknown field `pozition`" in (await refusal(client, "solve", pozition="nim@3"))["error"]
        assert (await refusal(client, "solve", position="nim@3", limit_time="soon"))["field"] == "limit_time"
        assert (await refusal(client, "solve", position="stones:1-3@7", play="misere"))["error"]
        with pytest.raises(mcp.MCPError, match="expected a question: solve, "):
            await client.call_tool("solv", {"position": "nim@3"})

    talk(conversation)


def test_limits_of_the_server_are_never_raised() -> None:
    async def conversation(client: Any) -> None:
        for limits, most in [({}, 1000), ({"limit_positions": 10**9}, 1000), ({"limit_positions": 100}, 100)]:
            stopped = await ask(client, "solve", position="cram@6x6", **limits)
            assert (stopped["stopped"], stopped["visited"]) == ("positions", most)

    talk(conversation, "--limit-positions", "1000")


def test_a_long_answer_comes_in_pieces() -> None:
    async def conversation(client: Any) -> None:
        question = {"family": "kayles", "to": 60_000}
        pieces, start, size = [], 0, 1
        while start < size:
            result = await client.call_tool("analyse", {**question, "answer_from": start} if start else question)
            text, about = (block.text for block in result.content)
            assert len(text.encode()) + len(about.encode()) <= 100_000
            pieces.append(text)
            told = json.loads(about)
            start, size = told["to"], told["bytes"]
            assert (f"answer_from {start}" in told["more"]) == (start < size)
        assert len(pieces) > 1
        assert len(json.loads("".join(pieces))["nimbers"]) == 60_001

    talk(conversation)


def test_only_files_that_were_named_are_opened(tmp_path: Path) -> None:
    game = tmp_path / "half.rhai"
    game.write_text("fn moves(n) { let f = []; for a in 1..n / 2 + 1 { f.push(n - a); } f }")
    other = tmp_path / "other.rhai"
    other.write_text(game.read_text())

    async def conversation(client: Any) -> None:
        assert (await ask(client, "solve", position=f"{game}@23"))["outcome"] == "win"
        assert "only files that were named" in (await refusal(client, "solve", position=f"{other}@23"))["error"]

    before = sorted(tmp_path.iterdir())
    talk(conversation, str(game))
    assert sorted(tmp_path.iterdir()) == before
    wrong = subprocess.run([PROGRAM, "mcp", str(tmp_path / "none.rhai")], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert wrong.returncode == 2 and "No such file" in wrong.stderr and not wrong.stdout


def test_a_call_that_is_cancelled_stops_and_others_go_on() -> None:
    async def conversation(client: Any) -> None:
        # both workers are at it, and a third waits
        with anyio.move_on_after(0.5) as patience:
            async with anyio.create_task_group() as calls:
                for _ in range(3):
                    calls.start_soon(client.call_tool, "solve", LONG)
        assert patience.cancelled_caught
        began = time.monotonic()
        assert (await ask(client, "solve", position="nim@3,4,5"))["nimber"] == 2
        assert time.monotonic() - began < 10

    talk(conversation, "--limit-time", "60")


def test_the_example_of_the_page_runs() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "agents.md"
    text = page.read_text(encoding="utf-8")
    [example] = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    path = os.pathsep.join([str(Path(PROGRAM).parent), os.environ["PATH"]])
    subprocess.run([sys.executable, "-c", example], env={**os.environ, "PATH": path}, check=True, timeout=60)

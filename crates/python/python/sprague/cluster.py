"""Graphs and sweeps on many machines, by Dask: `pip install sprague[cluster]`.

A client of `distributed` gives access to the workers, which may be processes of this machine, machines behind SSH, or jobs of SLURM.
They share a directory, and this process distributes the work. Finished work stays in the directory, so if a worker or this process is
killed, only unfinished work is lost.

>>> from distributed import Client, LocalCluster
>>> from tempfile import TemporaryDirectory
>>> import sprague.cluster
>>> with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as workers, Client(workers) as client:
...     with TemporaryDirectory() as shared:
...         answer = sprague.cluster.solve(client, "cram@3x3", directory=shared)
...     longest = sprague.cluster.sweep(client, 10).longest_period
>>> answer.is_won, answer.graph.positions, longest
(False, 98, 45)
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from . import _sprague
from ._answers import Answer, OctalSweep, Sweep, Swept
from ._find import FoundSummary, size
from ._limits import Limits, keywords, of_bytes
from ._rulesets import Position, position
from ._session import MEMORY, default, merge
from ._shards import only_files
from ._sprague import LimitReached, SpragueError

if TYPE_CHECKING:
    from distributed import Client
    from typing_extensions import Unpack

# the target duration of a task in seconds, because each task costs some milliseconds
TASK_SECONDS = 0.2
# the number of tasks per thread while their duration is unknown
TASKS_A_THREAD = 4
# the maximum number of tries of a task whose workers died, or could not read or write
TRIES = 5
# the time in seconds until other processes must see a new file; caches of NFS last for a minute
PATIENCE = 120.0
# the part of a worker's memory that tasks may use
SHARE_OF_MEMORY = 0.6

Item = TypeVar("Item")


class ClusterError(SpragueError):
    """The workers do not have the right files, or end while they work."""


class Progress(NamedTuple):
    """The progress of the workers.

    >>> print(Progress("list options", 10**6, 3, 64))
    list options: 3 of 64 steps, 1000000 positions so far
    """

    doing: str
    """What is being done, in a few words."""
    positions: int
    """How many positions are known."""
    done: int
    """How many steps, or parts, of this are done."""
    of: int
    """Of how many."""

    def __str__(self) -> str:
        known = f", {self.positions} positions so far" if self.positions else ""
        return f"{self.doing}: {self.done} of {self.of} steps{known}"


Tell = Callable[[Progress], object]


def solve(
    client: Client,
    what: Position | str,
    *,
    directory: str | os.PathLike[str],
    parts: int | None = None,
    small: int | None = None,
    play: str = "normal",
    first: str | None = None,
    explain: bool = False,
    line: bool = False,
    all_moves: bool = False,
    max_moves: int = 1000,
    outcome_only: bool = False,
    progress: bool | Tell | None = None,
    **limits: Unpack[Limits],
) -> Answer:
    """Returns the outcome of a position from its whole graph, which the workers of a client solve in a directory that they share.

    The answer is that of `sprague.solve(…, shards=directory)`, and each function can continue the work of the other. At the end the
    directory contains the answers for all positions, which `sprague.solve(…, from_=directory)` looks up. The directory, and files with
    rules, must have the same paths on this machine and for all workers. A relative path starts at the folder of this process. Rulesets
    in Python cannot be used: write them as a script or a module.

    parts: the number of parts of a round, which should be many more than there are threads (64). small: a round of fewer positions is
    one step (100,000; use less for slow rules). progress: True to print the progress, or a function that receives a `Progress`.
    limit_memory applies to each worker, and is at most 60 % of its memory in Dask. limit_time and limit_positions apply to all workers
    together. Ctrl-C cancels steps that have not started, and the same call continues the work later.
    """
    _check(client)
    what = position(what)
    only_files(what)
    tell = _Teller(progress)
    shared, base = os.path.abspath(directory), os.getcwd()
    told = keywords(
        _sent(limits),
        play=play,
        first=first,
        explain=explain,
        line=line,
        moves="all" if all_moves else "winning",
        max_moves=max_moves,
        outcome_only=outcome_only,
        parts=parts,
        small=small,
    )
    graph = _sprague.Shards.begin(shared, base, what.text, told)
    place = _Place(shared, base, graph.about(), uuid.uuid4().hex, _sprague.__version__)
    graph.lock()
    try:
        with _Crew(client, limits) as crew:
            _drive(crew, graph, place, tell)
    finally:
        tell.end()
        graph.unlock()
    return Answer(json.loads(graph.answer(what.text, told)))


def sweep(
    client: Client,
    largest: int,
    *,
    nimbers: bool = False,
    parts: int | None = None,
    progress: bool | Tell | None = None,
    **limits: Unpack[Limits],
) -> Sweep:
    """Returns the longest period of all subtraction sets with this largest member, like `sprague.sweep(…, digest=True)`, computed by the
    workers of a client.

    parts: the number of parts (16 for each thread). limit_time applies to the whole sweep, limit_memory to each worker, and
    limit_positions to the sets of one part.
    """
    return cast(Sweep, _sweep(client, "subtraction", largest, parts, {"nimbers": nimbers}, progress, limits))


def sweep_octal(
    client: Client,
    digits: int,
    *,
    seek: int | None = None,
    parts: int | None = None,
    progress: bool | Tell | None = None,
    **limits: Unpack[Limits],
) -> OctalSweep:
    """Returns the periods of all octal codes of this many digits, like `sprague.sweep_octal`, computed by the workers of a client.

    parts: the number of parts (16 for each thread). limit_time applies to the whole sweep, and limit_positions and limit_memory to each
    code.
    """
    return cast(OctalSweep, _sweep(client, "octal", digits, parts, {"seek": seek}, progress, limits))


def find(
    client: Client,
    family: str,
    *,
    parts: int | None = None,
    progress: bool | Tell | None = None,
    where: str | None = None,
    sort: str | None = None,
    top: int | None = None,
    count: bool = False,
    histogram: str | None = None,
    **options: Any,
) -> FoundSummary:
    """Returns the positions of a size that have a property, like `sprague.find`, but all at once and computed by the workers of a
    client.

    The size is `to`, `squares`, `vertices` or `day`, as in `sprague.find`. limit_time applies to the whole search, limit_memory to each
    worker, whose threads share it, and limit_positions to each part. If a worker is killed, only its part is lost. parts: the number of
    parts (4 for each thread, because each lists all positions). With `count` no positions are collected. `top` needs a `sort`, because a
    part does not have the results of others.

    >>> from distributed import Client, LocalCluster
    >>> import sprague.cluster
    >>> with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as workers, Client(workers) as client:
    ...     found = sprague.cluster.find(client, "domineering", squares=8, where="temperature >= 3/2")
    >>> found.found, found.looked_at
    (5, 369)
    """
    limits = cast(Limits, {name: options.pop(name) for name in list(options) if name in Limits.__annotations__})
    to = size(options.pop("to", None))
    told = keywords({}, family=family, to=to, where=where, sort=sort, top=top, count=count, histogram=histogram, **options)
    found = _parts(client, "find", parts, _find_part, (told,), progress, limits, each=4)
    return FoundSummary(json.loads(default()._engine.merge([(f"part {number}", text) for number, text in enumerate(found, 1)], False)))


class _Place(NamedTuple):
    """The directory of a graph, with a check that a worker uses the same one."""

    directory: str
    base: str
    about: str
    run: str
    version: str


def _drive(crew: _Crew, graph: _sprague.Shards, place: _Place, tell: _Teller) -> None:
    """Runs all stages, one after another."""
    pace: dict[str, float] = {}
    tries: Counter[str] = Counter()
    reported: set[str] = set()
    unseen_since = None
    while True:
        doing, positions, steps = graph.next_steps()
        if not steps:
            return
        if reported.isdisjoint(steps):
            unseen_since = None
        else:
            # a worker has reported the step, but its file is not visible yet
            now = time.monotonic()
            unseen_since = unseen_since or now
            if now - unseen_since > PATIENCE:
                step = next(step for step in steps if step in reported)
                raise ClusterError(f"step {step} is done, as a worker says, but it is not in {place.directory} here: is that one directory?")
            time.sleep(min(1.0, 0.02 + (now - unseen_since) / 4))
        done = 0
        tell(Progress(doing, positions, done, len(steps)))
        batches = _batches(steps, pace.get(doing), crew.threads())
        for batch, took, error in crew.do(_run_steps, doing, batches, place):
            if error is None:
                here = sum(took) / len(batch)
                pace[doing] = (pace.get(doing, here) + here) / 2
                reported.update(batch)
                done += len(batch)
                tell(Progress(doing, positions, done, len(steps)))
                continue
            tries.update(batch)
            if max(tries[step] for step in batch) >= TRIES:
                raise _died(f"step {batch[0]} ({doing})", error) from error


def _batches(steps: Sequence[str], seconds: float | None, threads: int) -> list[list[str]]:
    """Groups steps into tasks that are large enough.

    >>> [len(batch) for batch in _batches([f"7/{i}" for i in range(64)], 0.01, 2)]
    [20, 20, 20, 4]
    >>> len(_batches([f"7/{i}" for i in range(64)], 3.0, 2))
    64
    """
    # at least two tasks for each thread, so that no thread waits for long
    most = -(-len(steps) // ((TASKS_A_THREAD if seconds is None else 2) * threads))
    size = most if seconds is None else min(most + 4, int(TASK_SECONDS / max(seconds, 1e-6)))
    size = max(size, 1)
    return [list(steps[start : start + size]) for start in range(0, len(steps), size)]


def _sweep(
    client: Client, kind: str, size: int, parts: int | None, options: dict[str, Any], progress: bool | Tell | None, limits: Limits
) -> Swept:
    found = _parts(client, f"sweep {kind}", parts, _run_part, (kind, size, keywords(_sent(limits), **options)), progress, limits)
    return merge((Sweep if kind == "subtraction" else OctalSweep)(json.loads(swept)) for swept in found)


def _parts(
    client: Client,
    name: str,
    parts: int | None,
    run: Callable[..., str],
    common: tuple[Any, ...],
    progress: bool | Tell | None,
    limits: Limits,
    each: int = 16,
) -> list[str]:
    """Returns the results of the parts of a question, with `each` parts for each thread. A part is tried again if its worker dies."""
    _check(client)
    tell = _Teller(progress)
    with _Crew(client, limits) as crew:
        count = each * crew.threads() if parts is None else parts
        if count < 1:
            raise ValueError("parts is a number from 1 on")
        found: list[str] = []
        tries: Counter[int] = Counter()
        left = list(range(1, count + 1))
        while left:
            jobs, left = left, []
            for part, done, error in crew.do(run, name, jobs, count, *common):
                if error is None:
                    found.append(done)
                    tell(Progress(name, 0, len(found), count))
                    continue
                tries[part] += 1
                if tries[part] >= TRIES:
                    raise _died(f"part {part} of {count}", error) from error
                left.append(part)
    tell.end()
    return found


def _died(what: str, error: BaseException) -> SpragueError:
    if isinstance(error, SpragueError):
        return error
    return ClusterError(f"{what}: every worker that tried it died; if their memory is short, limit_memory= says how much they may take: {error}")


def _sent(limits: Limits) -> dict[str, Any]:
    """Returns the limits that are sent to workers, without the event."""
    return {name: limit for name, limit in limits.items() if name != "cancel"}


class _Crew:
    """The workers of a client during a question. Unfinished tasks are cancelled at its end."""

    def __init__(self, client: Client, limits: Limits) -> None:
        # its methods are not typed
        self.client: Any = client
        self.told = keywords({name: limit for name, limit in _sent(limits).items() if name != "limit_time"})
        self.cancel = limits.get("cancel")
        self.seconds = limits.get("limit_time")
        if self.seconds is not None and not 0 <= self.seconds < 1e9:
            raise ValueError(f"limit_time is a number of seconds, not {self.seconds}")
        self.deadline = None if self.seconds is None else time.monotonic() + self.seconds
        self.token = uuid.uuid4().hex
        self.count = 0
        self.under_way: set[Any] = set()

    def threads(self) -> int:
        """Returns the current number of threads, at least 1."""
        return max(1, int(sum(self.client.nthreads().values())))

    def left(self) -> float | None:
        """Returns the remaining time in seconds."""
        if self.cancel is not None and self.cancel.is_set():
            cancelled = LimitReached("stopped on request")
            cancelled.limit = "interrupt"
            raise cancelled
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            reached = LimitReached(f"stopped after {self.seconds:.1f} s; limit_time= allows more")
            reached.limit = "time"
            raise reached
        return left

    def do(
        self, function: Callable[..., Any], name: str, items: Iterable[Item], *common: Any
    ) -> Iterator[tuple[Item, Any, BaseException | None]]:
        """Calls a function for each of these items on a worker. Yields each item with its result, or with an error after which it may be
        tried again.
        """
        items = list(items)
        told = {**self.told, "limit_time": self.left()}
        told = {name: limit for name, limit in told.items() if limit is not None}
        prefix = name.replace(" ", "_").replace("-", "_")
        keys = [f"{prefix}-{self.token}-{self.count + number}" for number in range(len(items))]
        self.count += len(items)
        mapped = self.client.map(function, items, *([one] * len(items) for one in (*common, told)), key=keys, pure=False)
        waiting: dict[Any, Item] = dict(zip(mapped, items, strict=True))
        self.under_way = set(mapped)
        ready: Queue[Any] = Queue()
        for future in mapped:
            future.add_done_callback(ready.put)
        while waiting:
            for future, result, error in self._fetch(ready):
                self.under_way.discard(future)
                item = waiting.pop(future)
                # a fetched result is not computed again if its worker dies
                future.release()
                if error is not None and not _may_be_tried_again(error):
                    raise error
                yield item, result, error

    def _fetch(self, ready: Queue[Any]) -> list[tuple[Any, Any, BaseException | None]]:
        """Returns finished results, after waiting for at least one."""
        try:
            left = self.left()
            done = [ready.get(timeout=1.0 if left is None else min(left, 1.0))]
        except Empty:
            return []
        while True:
            try:
                done.append(ready.get_nowait())
            except Empty:
                break
        # a result whose worker has died is computed again; only failed results are None
        found = self.client.gather({future.key: future for future in done}, errors="skip")
        results = [(future, found.get(future.key)) for future in done]
        return [(future, result, _why(future) if result is None else None) for future, result in results]

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self.under_way and self.client.status == "running":
            self.client.cancel(list(self.under_way), force=True)
        self.under_way = set()


def _why(future: Any) -> BaseException:
    if future.status == "error":
        return cast(BaseException, future.exception())
    if future.status == "cancelled":
        return ClusterError("somebody took back what the workers were to do, or restarted them; the same call goes on")
    return SpragueError("what a worker found was lost with it")


def _may_be_tried_again(error: BaseException) -> bool:
    """Returns whether an error means that a worker died or that the system failed. Limits and rules are not tried again."""
    from distributed import KilledWorker

    return isinstance(error, KilledWorker) or type(error) is SpragueError


def _check(client: Any) -> None:
    try:
        from distributed import Client
    except ImportError as missing:
        raise ImportError("questions to many machines need Dask: pip install 'sprague[cluster]'") from missing
    if not isinstance(client, Client):
        raise TypeError(f"the first argument is a client of Dask, distributed.Client, not {client!r:.80}")
    if client.asynchronous:
        raise TypeError("a client with asynchronous=True cannot be waited for: ask with an ordinary one")


class _Teller:
    """Reports the progress to a function, on a line of output, or not at all."""

    def __init__(self, progress: bool | Tell | None) -> None:
        self.tell = progress if callable(progress) else None
        self.is_line = progress is True
        self.last, self.length = 0.0, 0

    def __call__(self, now: Progress) -> None:
        if self.tell is not None:
            self.tell(now)
        # twice a second
        if self.is_line and time.monotonic() - self.last > 0.5:
            text = str(now)
            print(f"\r{text:<{self.length}}", end="", file=sys.stderr, flush=True)
            self.last, self.length = time.monotonic(), len(text)

    def end(self) -> None:
        if self.length:
            print(file=sys.stderr)


# the following functions run on the workers

_here = threading.local()


def _run_steps(batch: Sequence[str], place: _Place, told: dict[str, Any]) -> list[float]:
    """Runs these steps in order, and returns the time of each in seconds."""
    graph, took = _opened(place, told), []
    told = _of_worker(told)
    try:
        for step in batch:
            begun = time.monotonic()
            pause = 0.01
            while not graph.run(step, told):
                # the previous stage is finished, but its files are not visible yet
                if time.monotonic() - begun > PATIENCE:
                    raise ClusterError(f"{_name()} does not see in {place.directory} what comes before step {step}: is that one directory?")
                time.sleep(pause)
                pause = min(2 * pause, 1.0)
            took.append(time.monotonic() - begun)
    except BaseException:
        # rules that have failed keep failing
        _here.__dict__.clear()
        raise
    return took


def _opened(place: _Place, told: Mapping[str, Any]) -> _sprague.Shards:
    """Returns the graph, which each thread opens only once."""
    if getattr(_here, "run", None) == place.run:
        return cast(_sprague.Shards, _here.graph)
    if place.version != _sprague.__version__:
        raise ClusterError(f"{_name()} has sprague {_sprague.__version__}, and who asks has {place.version}")
    try:
        graph = _sprague.Shards.open(place.directory, place.base, {name: told[name] for name in told if name != "limit_positions"})
    except LimitReached:
        raise
    except SpragueError as error:
        # only the text of the exception is useful in another process
        where = f"relative paths begin at {place.base}"
        raise ClusterError(f"{_name()}: {error} (the directory and files of rules need one path for all workers; {where})") from None
    if graph.about() != place.about:
        raise ClusterError(f"{_name()} sees something else in {place.directory}: is that one directory?")
    _here.run, _here.graph = place.run, graph
    return graph


def _run_part(part: int, count: int, kind: str, size: int, options: dict[str, Any], told: dict[str, Any]) -> str:
    """Sweeps one part on one thread."""
    options = {**{name: value for name, value in options.items() if name != "limit_time"}, **told}
    memory = _of_worker(options) if kind == "subtraction" else {}
    about = {"ruleset": kind, "largest" if kind == "subtraction" else "digits": size, "shard": f"{part}/{count}"}
    return default()._engine.sweep({**options, **memory, **about, "jobs": 1})


def _find_part(part: int, count: int, question: dict[str, Any], told: dict[str, Any]) -> str:
    """Searches one part on one thread."""
    own = _of_worker(told)
    # the other threads of the worker run other parts
    own["limit_memory"] //= own["jobs"]
    answer = default()._engine.ask("find", {**question, **own, "shard": f"{part}/{count}", "jobs": 1})
    found = json.loads(answer)
    if "stopped" in found:
        reached = LimitReached(f"part {part} of {count}: {found['why']}")
        reached.limit = found["stopped"]
        raise reached
    return answer


def _of_worker(told: Mapping[str, Any]) -> dict[str, Any]:
    """Returns these limits with the memory and the threads of this worker."""
    from distributed import get_worker

    worker = get_worker()
    memory = of_bytes(told.get("limit_memory", MEMORY))
    most = getattr(worker.memory_manager, "memory_limit", None)
    if most:
        memory = min(memory, int(most * SHARE_OF_MEMORY))
    return {**told, "limit_memory": memory, "jobs": worker.state.nthreads}


def _name() -> str:
    from distributed import get_worker

    return f"worker {get_worker().address}"

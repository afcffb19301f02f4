"""Graphs and sweeps on several workers: what they find is what one process finds, however many of them die meanwhile."""

import os
import shutil
import signal
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from child import naps

import sprague
import sprague.cluster
from sprague import cluster

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'sprague[cluster]'")

PLUGINS = Path(__file__).parents[3] / "examples" / "plugins"
LOCAL = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}


@pytest.fixture(scope="module")
def workers():
    with distributed.LocalCluster(**LOCAL) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(workers):
    with distributed.Client(workers) as client:
        yield client


QUESTIONS = {
    "one step a stage": ("cram@4x4", {"parts": 2}),
    "many steps": ("cram@4x4", {"parts": 8, "small": 500}),
    "a module": (f"{PLUGINS}/kayles.wat@14", {"parts": 3, "small": 20}),
    "a script": (f"{PLUGINS}/cram.rhai@3x3", {"parts": 3, "small": 20}),
    "two players": ("clobber@xoxo/oxox", {"parts": 3, "small": 200, "first": "right"}),
    "misère": ("cram@3x4", {"parts": 3, "small": 100, "play": "misere"}),
    "play without end": (f"{PLUGINS}/pursuit.rhai@e<f", {"parts": 3, "small": 5}),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_workers_find_what_one_process_finds(client, name, tmp_path):
    question, options = QUESTIONS[name]
    told = []
    there = cluster.solve(client, question, directory=tmp_path / "there", line=True, progress=told.append, **options)
    here = sprague.solve(question, shards=tmp_path / "here", line=True, **options)
    assert there == here and there.graph.digest == here.graph.digest
    assert told[-1].done == told[-1].of and told[-1].positions <= there.graph.positions
    # either goes on with what the other began, and asks it
    assert sprague.solve(question, shards=tmp_path / "there", line=True, **options) == there
    assert cluster.solve(client, question, directory=tmp_path / "here", line=True, **options) == there


def test_paths_of_rules_begin_where_the_question_is_asked(client, tmp_path, monkeypatch):
    shutil.copy(PLUGINS / "kayles.wat", tmp_path / "rules.wat")
    monkeypatch.chdir(tmp_path)
    there = cluster.solve(client, "./rules.wat@9", directory="graph")
    assert there.outcome == sprague.solve("kayles@9").outcome
    assert sprague.solve("./rules.wat@7", from_="graph").graph == there.graph


class Killer:
    """Kills a worker as often as it is told of steps that are under way, and no more often than that."""

    def __init__(self, workers, times):
        self.workers, self.times, self.killed = workers, times, []

    def __call__(self, now):
        # those that are up: a nanny gives up a worker that dies while it starts, and has no number for one that just ended
        up = [nanny for nanny in self.workers.workers.values() if nanny.process and nanny.process.status.name == "running"]
        pids = [nanny.pid for nanny in up if nanny.worker_address in self.workers.scheduler.workers]
        pids = [pid for pid in pids if pid and pid not in self.killed]
        if pids and len(self.killed) < self.times and 0 < now.done < now.of:
            os.kill(pids[-1], signal.SIGKILL)
            self.killed.append(pids[-1])


@pytest.mark.parametrize("allowed", [0, 3], ids=["the scheduler gives up at once", "the scheduler tries again"])
def test_workers_that_are_killed_cost_time_alone(allowed, tmp_path):
    import dask

    # on a busy machine a worker may need longer to come back than a cluster waits for it otherwise
    config = {"distributed.scheduler.allowed-failures": allowed, "distributed.deploy.lost-worker-timeout": "300s"}
    with dask.config.set(config), distributed.LocalCluster(**LOCAL) as workers:
        with distributed.Client(workers) as client:
            killer = Killer(workers, 5)
            there = cluster.solve(client, "cram@4x4", directory=tmp_path / "there", parts=16, small=100, progress=killer)
            assert len(killer.killed) == 5
            killer = Killer(workers, 2)
            swept = cluster.sweep(client, 14, parts=20, progress=killer)
            assert len(killer.killed) == 2
            killer = Killer(workers, 2)
            found = cluster.find(client, "domineering", squares=8, where="temperature >= 3/2", parts=20, progress=killer)
            assert len(killer.killed) == 2
    alone = sprague.find("domineering", squares=8, where="temperature >= 3/2")
    assert found.positions == list(alone) and found.looked_at == alone.summary().looked_at == 369
    assert there == sprague.solve("cram@4x4", shards=tmp_path / "here", parts=16, small=100)
    assert swept == sprague.sweep(14, digest=True)


def test_a_task_that_kills_every_worker_is_given_up(client, tmp_path, monkeypatch):
    error = distributed.KilledWorker("step", SimpleNamespace(address="tcp://127.0.0.1:1"), 4)
    tries = []

    def do(self, function, name, items, *common):
        for item in items:
            tries.append(item)
            yield item, None, error

    monkeypatch.setattr(cluster._Crew, "do", do)
    with pytest.raises(cluster.ClusterError, match=r"step 0/0 \(begin\): every worker that tried it died; .* limit_memory="):
        cluster.solve(client, "cram@3x3", directory=tmp_path)
    with pytest.raises(cluster.ClusterError, match="part 1 of 3: every worker that tried it died"):
        cluster.sweep(client, 5, parts=3)
    assert len(tries) == 5 + (4 * 3 + 1)


@pytest.mark.parametrize("parts", [None, 1, 7])
@pytest.mark.parametrize("nimbers", [False, True])
def test_sweeps_add_up(client, nimbers, parts):
    assert cluster.sweep(client, 11, nimbers=nimbers, parts=parts) == sprague.sweep(11, nimbers=nimbers, digest=True)


def test_octal_codes_add_up(client):
    assert cluster.sweep_octal(client, 2, seek=500, parts=5) == sprague.sweep_octal(2, seek=500)


def test_searches_add_up(client):
    for options in [{"squares": 7, "where": "temperature >= 1"}, {"to": (2, 3), "sort": "mean", "top": 5, "histogram": "outcome_class"}]:
        found = cluster.find(client, "domineering", parts=5, **options)
        alone = sprague.find("domineering", **options)
        told = list(alone)
        assert found.positions == told and told
        assert (found.looked_at, found.sizes, found.histogram) == (lambda it: (it.looked_at, it.sizes, it.histogram))(alone.summary())
    counted = cluster.find(client, "node-kayles", vertices=6, count=True)
    assert counted.positions == [] and counted.found == 112
    with pytest.raises(sprague.LimitReached):
        cluster.find(client, "cram", squares=20, parts=2, limit_time=0.5)
    with pytest.raises(ValueError, match="shard"):
        cluster.find(client, "cram", squares=4, top=3)


def test_limits_hold_for_all_workers_together(client, tmp_path):
    with pytest.raises(sprague.LimitReached) as reached:
        cluster.solve(client, "cram@4x4", directory=tmp_path / "few", limit_positions=1000)
    assert reached.value.limit == "positions"
    with naps() as taken:
        for limit in 0, 0.5:
            with pytest.raises(sprague.LimitReached) as reached:
                cluster.solve(client, "cram@6x6", directory=tmp_path / f"short{limit}", parts=4, limit_time=limit)
            assert reached.value.limit == "time"
            with pytest.raises(sprague.LimitReached, match="limit_time= allows more"):
                cluster.sweep(client, 31, limit_time=limit)
    assert len(taken) < 2_000
    # the workers are free again, and what was done is still there
    assert cluster.solve(client, "cram@4x4", directory=tmp_path / "few").graph == sprague.solve("cram@4x4", shards=tmp_path / "here").graph


def test_what_is_interrupted_goes_on(client, tmp_path):
    class Enough(Exception):
        pass

    def interrupt(now):
        if now.positions > 1000:
            raise Enough

    options = {"parts": 8, "small": 100}
    with pytest.raises(Enough):
        cluster.solve(client, "cram@4x4", directory=tmp_path / "there", progress=interrupt, **options)
    there = cluster.solve(client, "cram@4x4", directory=tmp_path / "there", **options)
    assert there == sprague.solve("cram@4x4", shards=tmp_path / "here", **options)


def test_ctrl_c_takes_back_what_is_not_begun(client, tmp_path):
    # a shell has what runs in the background ignore it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ask in (
        lambda: cluster.solve(client, "cram@6x6", directory=tmp_path, parts=4, limit_time=60),
        lambda: cluster.sweep(client, 31, limit_time=5),
    ):
        press = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
        press.start()
        with pytest.raises(KeyboardInterrupt):
            ask()
        press.join()
    deadline = time.monotonic() + 10
    while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) == 0


def test_one_process_at_a_time_says_what_is_next(client, tmp_path):
    inside = []

    def again(now):
        with pytest.raises(sprague.SpragueError, match="another process is using this directory"):
            cluster.solve(client, "cram@3x3", directory=tmp_path)
        inside.append(now)

    cluster.solve(client, "cram@3x3", directory=tmp_path, progress=again)
    assert inside


def at_first(does):
    """A progress function that does something once, before any worker has opened the directory."""
    left = [does]
    return lambda now: left.pop()() if left else None


def test_workers_that_do_not_see_the_files_are_named(client, tmp_path):
    rules = shutil.copy(PLUGINS / "kayles.wat", tmp_path / "rules.wat")
    question = f"{rules}@9"

    def alter():
        with open(rules, "a") as file:
            file.write(";; altered\n")

    with pytest.raises(cluster.ClusterError, match=r"worker tcp.*: .*files that contain the rules have changed.*one path for all workers"):
        cluster.solve(client, question, directory=tmp_path / "altered", progress=at_first(alter))
    with pytest.raises(cluster.ClusterError, match=r"worker tcp.*rules\.wat.*No such file"):
        cluster.solve(client, question, directory=tmp_path / "gone", progress=at_first(lambda: os.remove(rules)))
    away = at_first(lambda: os.rename(tmp_path / "graph", tmp_path / "elsewhere"))
    with pytest.raises(cluster.ClusterError, match=r"worker tcp.*: .*graph.*the directory contains no graph"):
        cluster.solve(client, "nim@9", directory=tmp_path / "graph", progress=away)

    def other():
        shutil.rmtree(tmp_path / "mine")
        sprague.solve("nim@8", shards=tmp_path / "mine")

    with pytest.raises(cluster.ClusterError, match="sees something else in .*mine: is that one directory"):
        cluster.solve(client, "nim@9", directory=tmp_path / "mine", progress=at_first(other))


def test_a_directory_that_is_not_shared_is_noticed(client, tmp_path, monkeypatch):
    # workers who do nothing, and say that it is done
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    monkeypatch.setattr(cluster, "_run_steps", idle)
    with pytest.raises(cluster.ClusterError, match="step 0/0 is done, as a worker says, but it is not in .*: is that one directory"):
        cluster.solve(client, "nim@9", directory=tmp_path)


def idle(batch, place, told):
    return [0.0] * len(batch)


def test_what_cannot_be_meant_is_refused(client, tmp_path):
    halve = sprague.ruleset(lambda p: range(p // 2, p), name="halve")
    with pytest.raises(ValueError, match="halve: a graph in files belongs to rules that any process can read"):
        cluster.solve(client, halve @ 7, directory=tmp_path)
    with pytest.raises(sprague.NotationError):
        cluster.solve(client, "nim@x", directory=tmp_path)
    with pytest.raises(TypeError, match="the first argument is a client of Dask"):
        cluster.solve("tcp://scheduler:8786", "nim@3", directory=tmp_path)
    with pytest.raises(TypeError, match="no such argument: limit_postions; did you mean limit_positions"):
        cluster.solve(client, "nim@3", directory=tmp_path, limit_postions=3)
    with pytest.raises(ValueError, match="parts is a number from 1 on"):
        cluster.sweep(client, 8, parts=0)
    with pytest.raises(ValueError):
        cluster.sweep(client, 99)
    (tmp_path / "else").write_text("mine")
    with pytest.raises(sprague.SpragueError, match="the directory is not empty"):
        cluster.solve(client, "nim@3", directory=tmp_path)
    sprague.solve("nim@3", shards=tmp_path / "nim")
    with pytest.raises(sprague.SpragueError, match="the directory contains the graph of nim@3, not of nim@4"):
        cluster.solve(client, "nim@4", directory=tmp_path / "nim")


def test_progress_is_a_line_of_text(client, tmp_path, capsys):
    cluster.solve(client, "nim@9", directory=tmp_path, progress=True)
    assert capsys.readouterr().err.startswith("\rbegin: 0 of 1 steps")


def test_threads_of_one_worker_share_its_memory(tmp_path):
    with distributed.LocalCluster(n_workers=1, threads_per_worker=3, processes=False, dashboard_address=None) as workers:
        with distributed.Client(workers) as client:
            told = client.submit(cluster._of_worker, {"limit_memory": 3 * 2**20}).result()
            assert told == {"limit_memory": 3 * 2**20, "jobs": 3}
            there = cluster.solve(client, "cram@4x4", directory=tmp_path / "there", parts=8, small=500, limit_memory="64M")
            assert threading.current_thread() is threading.main_thread()
    assert there == sprague.solve("cram@4x4", shards=tmp_path / "here", parts=8, small=500)

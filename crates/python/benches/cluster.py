"""What Dask costs beside one process: `python benches/cluster.py [POSITION]`, `cram@5x5` unless said.

The same build does all of it: the program on one and two threads, and the cluster with one and two workers, each in an empty directory.
Digests have to be equal. Beside the seconds there is what the directory held at its peak, and what the workers read and wrote.
"""

import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import sprague
import sprague.cluster

QUESTION = sys.argv[1] if len(sys.argv) > 1 else "cram@5x5"


def size(path):
    """The bytes of all files below a folder, some of which may go meanwhile."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                total += os.stat(os.path.join(folder, name)).st_size
            except OSError:
                pass
    return total


class Peak:
    """The most bytes that a folder held meanwhile."""

    def __init__(self, path):
        self.path, self.bytes, self.stop = path, 0, threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self):
        while not self.stop.wait(0.2):
            self.bytes = max(self.bytes, size(self.path))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


def program(path, jobs):
    """The program on so many threads: seconds, and CPU seconds."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "sprague", "solve", QUESTION, "--shards", path, "--jobs", str(jobs)]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def used():
    """CPU seconds of this process, and the bytes that it read and wrote."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    lines = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return spent.ru_utime + spent.ru_stime, int(lines["rchar"]), int(lines["wchar"])


def cluster(path, workers):
    """So many workers with a thread each."""
    from distributed import Client, LocalCluster

    told = []
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
        nothing = [[]] * 256
        client.run(__import__, "sprague.cluster")
        begun = time.monotonic()
        client.gather(client.map(len, nothing, pure=False))
        task = (time.monotonic() - begun) / len(nothing)
        before, own, begun = client.run(used), used()[0], time.monotonic()
        sprague.cluster.solve(client, QUESTION, directory=path, progress=told.append)
        wall, own, after = time.monotonic() - begun, used()[0] - own, client.run(used)
    cpu, read, written = (sum(after[worker][kind] - before[worker][kind] for worker in after) for kind in range(3))
    stages = sum(now.done == 0 for now in told)
    return wall, cpu, own, read, written, stages, len(told) - stages, task


def main():
    digests = set()
    for count in 1, 2:
        with tempfile.TemporaryDirectory() as path, Peak(path) as peak:
            wall, cpu = program(path, count)
            graph = sprague.solve(QUESTION, from_=path).graph
        digests.add(graph.digest)
        each = peak.bytes / graph.positions
        print(f"{count} threads: {wall:.1f} s, {cpu:.1f} CPU s; {each:.1f} bytes a position at the peak, {graph.positions} positions")
    for count in 1, 2:
        with tempfile.TemporaryDirectory() as path:
            wall, cpu, own, read, written, stages, tasks, task = cluster(path, count)
            graph = sprague.solve(QUESTION, from_=path).graph
        digests.add(graph.digest)
        read, written = read / graph.positions, written / graph.positions
        print(f"{count} workers: {wall:.1f} s, {cpu:.1f} CPU s and {own:.1f} here; {stages} stages in {tasks} tasks, {1000 * task:.1f} ms an empty one")
        print(f"  {read:.1f} bytes read and {written:.1f} written a position")
    assert len(digests) == 1, digests


if __name__ == "__main__":
    main()

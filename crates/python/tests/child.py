"""Python in another process, which has to end."""

import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def naps() -> Iterator[list[None]]:
    """As many items as a thread slept hundredths of a second meanwhile: a machine that stalls stalls it, too."""
    taken: list[None] = []
    is_over = threading.Event()

    def sleep() -> None:
        while not is_over.wait(0.01):
            taken.append(None)

    sleeper = threading.Thread(target=sleep)
    sleeper.start()
    try:
        yield taken
    finally:
        is_over.set()
        sleeper.join()


def run(code: str, seconds: float = 60) -> str:
    """What the code prints; an error if it crashes, hangs, or says more than it was asked to."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=seconds
    )
    assert done.returncode == 0, (done.returncode, done.stdout[-500:], done.stderr[-3000:])
    return done.stdout


def program(*arguments: str, text: str = "") -> str:
    """What the program `sprague` prints."""
    done = subprocess.run([sys.executable, "-m", "sprague", *arguments], input=text, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (done.returncode, done.stdout[-500:], done.stderr[-3000:])
    return done.stdout

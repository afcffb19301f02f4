"""Python in another process, which has to end."""

import subprocess
import sys
import textwrap


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

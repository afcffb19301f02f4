"""The program `sprague`, which `pip` installs with the package and `python -m sprague` runs."""

import signal
import sys

from . import _sprague


def main() -> int:
    """Runs the program with the arguments of this process."""
    # as a program that is not Python: Ctrl-C ends it, and so does a pipe that nobody reads
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _sprague.main(["sprague", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

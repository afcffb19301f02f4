"""The program `sprague`, which `pip` installs with the package; also `python -m sprague`."""

import signal
import sys

from . import _sprague


def main() -> int:
    """The program with the arguments of this process."""
    # as a program that is not Python: Ctrl-C ends it, and so does a pipe that nobody reads
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _sprague.main(["sprague", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

"""The program `sprague`, which `pip` installs with the package and `python -m sprague` runs."""

import signal
import sys

from . import _sprague


def main() -> int:
    """Runs the program with the arguments of this process."""
    # like programs not written in Python, end at Ctrl-C and at a closed pipe
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _sprague.main(["sprague", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

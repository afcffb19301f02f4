"""Writes labelled positions, as in `python -m sprague.learn clobber@4x4 --n 1000 --seed 7 > positions.jsonl`."""

import argparse
import sys

from . import positions

parser = argparse.ArgumentParser(prog="python -m sprague.learn", description="Write labelled positions as JSON Lines.")
parser.add_argument("start", help="position from which random plays start")
parser.add_argument("--n", type=int, required=True, help="number of positions")
parser.add_argument("--seed", type=int, required=True)
parser.add_argument("--play", choices=["normal", "misere"], default="normal")
parser.add_argument("--first", choices=["left", "right"], default="left")
parser.add_argument("--balance", choices=["class"])
parser.add_argument("--longest", type=int, default=1000)
parser.add_argument("--limit-positions", type=int, default=10**6)
parser.add_argument("--test-share", type=float, default=0.1)
sys.stdout.writelines(positions(**vars(parser.parse_args())).to_jsonl().splitlines(keepends=True))

"""Rulesets in Python beside pure Python with a dict, in turns: CPU seconds and their ratio, medians.

usage: beside_pure.py FOLDER [RUNS]     the folder has `rules.py` (four games as functions) and `pure.py` (the rival)
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

OURS = """
import sys, time
sys.path.insert(0, sys.argv[1])
import rules, sprague
game = sys.argv[2]
start = time.process_time()
if game == "kayles":
    ours = sprague.ruleset(lambda n: rules.kayles(n), name="kayles-in-python")
    value = int(ours.analyse(2000, seek=0).nimbers[2000])
else:
    value = sprague.ruleset(getattr(rules, game), name=game).nimber(rules.ROOTS[game])
print(value, time.process_time() - start)
"""

PURE = """
import sys, time
sys.path.insert(0, sys.argv[1])
import pure, rules
game = sys.argv[2]
start = time.process_time()
value = pure.heaps(rules.kayles, 2000)[0][2000] if game == "kayles" else pure.nimber(getattr(rules, game), rules.ROOTS[game])[0]
print(value, time.process_time() - start)
"""


def run(code: str, folder: str, game: str) -> tuple[str, float]:
    value, seconds = subprocess.run([sys.executable, "-c", code, folder, game], capture_output=True, text=True, check=True).stdout.split()
    return value, float(seconds)


def main() -> None:
    folder, runs = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    for game in ("wythoff", "cram", "kayles", "fib"):
        pairs = []
        for _ in range(runs):
            (ours, a), (pure, b) = run(OURS, folder, game), run(PURE, folder, game)
            assert ours == pure, (game, ours, pure)
            pairs.append((a, b, b / a))
        a, b, ratio = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{game}: ours {a:.2f} s, pure Python {b:.2f} s, ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()

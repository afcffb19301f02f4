"""Asks the package every question of the test vectors, instead of the program.

usage: check_vectors.py CHECK.PY [FAMILY...]     prints what check.py prints; exit 1 if any answer is wrong
"""

import importlib.util
import json
import os
import sys
from types import SimpleNamespace

import sprague

# flags of the program, and what they are called here
FLAGS = {"--to": ("to", int), "--play": ("play", str), "--rule": ("rule", str), "--moves": ("all_moves", lambda word: word == "all")}
SWITCHES = {"--explain": "explain"}


def options_of(flags):
    """The keyword arguments that flags stand for."""
    options, flags = {}, list(flags)
    while flags:
        flag = flags.pop(0)
        if flag in SWITCHES:
            options[SWITCHES[flag]] = True
        else:
            name, kind = FLAGS[flag]
            options[name] = kind(flags.pop(0))
    return options


def analysed(family, **options):
    """The rows as the program prints them."""
    rows = sprague.analyse(family, **options)
    found = dict(rows.to_dict())
    plain = {name: array.tobytes().decode() if getattr(array, "dtype", None) == "S1" else array for name, array in rows.arrays.items()}
    if "even" in plain:
        found["outcomes"] = {"even": plain.pop("even"), "odd": plain.pop("odd")}
    for name, array in plain.items():
        found[name] = array.tolist() if hasattr(array, "tolist") else array
    return found


def compared(line, **options):
    left, right = line.split(" ")
    return {"relation": sprague.compare(left, right, **options)}


ASK = {
    "solve": lambda line, **options: sprague.solve(line, **options).to_dict(),
    "value": lambda line, **options: sprague.value(line, **options).to_dict(),
    "analyse": analysed,
    "compare": compared,
    "quotient": lambda line, **options: sprague.quotient(line, **options).to_dict(),
}


def answer(command, line, options):
    """What the program would print: an answer, or why there is none."""
    try:
        return ASK[command](line, **options)
    except sprague.NotationError as error:
        return {"error": str(error), "at": error.at}
    except (sprague.SpragueError, ValueError) as error:
        return {"error": str(error)}


def batch(command, lines, *flags, timeout=300, cwd=None):
    """The answers to these questions, in the folder in which they are asked."""
    options, here = options_of(flags), os.getcwd()
    os.chdir(cwd or here)
    try:
        return [answer(command, line, options) for line in lines]
    finally:
        os.chdir(here)


def run(arguments, **_):
    """What `subprocess.run` would say of the program: `quotient FAMILY --format json`."""
    command, line, *flags = arguments[1:]
    assert flags == ["--format", "json"], flags
    return SimpleNamespace(stdout=json.dumps(answer(command, line, {})), returncode=0)


def main(path, families):
    """Asks all families, or these, and says whether all is right."""
    spec = importlib.util.spec_from_file_location("check", path)
    check = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check)
    check.batch, check.subprocess = batch, SimpleNamespace(run=run)
    is_right = True
    for family in families or check.ALL:
        score = check.Score(family)
        try:
            check.ALL[family](score)
        except Exception as error:
            score.see(False, repr(error)[:300])
        is_right &= score.end()
        sys.stdout.flush()
    return is_right


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(not main(sys.argv[1], sys.argv[2:]))

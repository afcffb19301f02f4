"""Euclid's game as a program: take a multiple of the smaller number from the larger, as long as both stay above 0.

    sprague solve 'exec:"python3 examples/programs/euclid.py"@25.7'
"""

import json
import sys


def options(a, b):
    a, b = max(a, b), min(a, b)
    return [[f"take {k * b}", f"{a - k * b}.{b}"] for k in range(1, (a - 1) // b + 1)]


for line in sys.stdin:
    question = json.loads(line)
    if "about" in question:
        answer = {"name": "Euclid", "notation": "two numbers above 0, such as 25.7", "example": "25.7"}
    else:
        try:
            a, b = (int(number) for number in question["options"].split("."))
            answer = {"options": options(a, b)} if min(a, b) > 0 else {"error": "two numbers above 0"}
        except ValueError:
            answer = {"error": "two numbers such as 25.7"}
    print(json.dumps(answer), flush=True)

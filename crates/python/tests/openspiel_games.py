"""Random plays of OpenSpiel's own games, repeated by the rules here: the same legal moves, the same end, the same returns.

`python openspiel_games.py 100000` plays so many games of each. Differences between the rules, which the comparison takes into account:

- nim: OpenSpiel's is misère unless it is told otherwise;
- amazons: a move of OpenSpiel has three actions, and whoever is to move and cannot has lost at once;
- dots_and_boxes: OpenSpiel tells the two outer lines of a corner box apart, which have one label here;
- dots_and_boxes, mancala and othello: OpenSpiel returns who has more points, and not how many.
"""

import random
import sys

import pyspiel

import sprague
from sprague.learn import Game, State


class TicTacToe(sprague.Ruleset):
    """Three in a row win."""

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def is_won(self, board):
        return any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in self.LINES)

    def after(self, board, sign):
        if self.is_won(board):
            return {}
        return {str(at): board[:at] + sign + board[at + 1 :] for at in range(9) if board[at] == "."}

    def left_moves(self, board):
        return self.after(board, "x")

    def right_moves(self, board):
        return self.after(board, "o")

    def terminal_outcome(self, board):
        return "loss" if self.is_won(board) else "draw"

    def picture(self, board):
        return [board[:3], board[3:6], board[6:]]


def pile(said):
    number, taken = (word.split(":")[1] for word in said.rstrip(";").split(", "))
    return f"{number}: take {taken}"


def square(said, rows=None):
    """Returns the square of a letter and a number, which counts from the top, or from the last of some rows."""
    row = int(said[1])
    return f"{rows + 1 - row if rows else row}.{' abcdefgh'.index(said[0])}"


def squares(rows):
    return lambda said: f"{square(said[:2], rows)}-{square(said[2:], rows)}"


def edge(said):
    way, row, column = said[3:-1].split(",")
    row, column = int(row), int(column)
    sides = ((row - 1, column), (row, column)) if way == "h" else ((row, column - 1), (row, column))
    boxes = sorted(2 * r + c + 1 if r in (0, 1) and c in (0, 1) else 0 for r, c in sides)
    return f"take {boxes[0]}-{boxes[1]}"


def amazon(said):
    return ".".join(said[said.index("(") + 1 : said.index(")")].split(", "))


GAMES = {
    "nim": ("nim(pile_sizes=3;4;5)", Game("nim@3,4,5", play="misere"), pile),
    "clobber": ("clobber(rows=3,columns=4)", Game("clobber@3x4"), squares(3)),
    "tic_tac_toe": ("tic_tac_toe", Game(TicTacToe() @ "........."), lambda said: str(int(said[2]) * 3 + int(said[4]))),
    "dots_and_boxes": ("dots_and_boxes(num_rows=2,num_cols=2)", Game("dots-and-boxes@2x2"), edge),
    "mancala": ("mancala", Game("kalah@4.4.4.4.4.4/4.4.4.4.4.4"), lambda said: f"hole {int(said) % 7}"),
    "othello": ("othello", Game("reversi@8x8"), lambda said: said if said == "pass" else square(said)),
    "amazons": ("amazons(board_size=6)", Game("amazons@.o..o./o....o/....../....../x....x/.x..x."), amazon),
}


def differences(name, plays, seed=1):
    """Returns what differs in random plays: the position, and what each side says."""
    told, game, label = GAMES[name]
    theirs, rng, found = pyspiel.load_game(told), random.Random(seed), []
    for _ in range(plays):
        state, ours = theirs.new_initial_state(), State(game)
        while not state.is_terminal():
            steps = {step.label: step for step in ours.place.steps}
            actions = state.legal_actions()
            if name == "amazons":
                labels, chosen = three_actions(state, rng)
            else:
                labels = [label(state.action_to_string(action)) for action in actions]
                at = rng.randrange(len(actions))
                chosen = labels[at]
                state.apply_action(actions[at])
            if set(labels) != set(steps) or (name != "dots_and_boxes" and len(labels) != len(steps)):
                return [(ours.text, sorted(steps), sorted(labels))]
            ours.make(steps[chosen])
        won = ours.result() if ours.is_over else None
        sign = None if won is None else (won > 0) - (won < 0)
        if sign != state.returns()[0]:
            found.append((ours.text, won, state.returns()))
    return found


def three_actions(state, rng):
    """Makes a move of an amazon at random. Returns the labels of all moves, and that of the one made."""
    labels = []

    def all_of(state, before):
        for action in state.legal_actions():
            said = [*before, amazon(state.action_to_string(action))]
            if len(said) == 3:
                labels.append(f"{said[0]}-{said[1]}/{said[2]}")
            else:
                all_of(state.child(action), said)

    all_of(state, [])
    made = []
    for _ in range(3):
        action = rng.choice(state.legal_actions())
        made.append(amazon(state.action_to_string(action)))
        state.apply_action(action)
    return labels, f"{made[0]}-{made[1]}/{made[2]}"


if __name__ == "__main__":
    for name in sys.argv[2:] or GAMES:
        print(name, differences(name, int(sys.argv[1])) or "equal", flush=True)

"""Combinatorial games: write the rules once, and everything else follows.

Questions in the notation of the program are functions here: `solve`, `analyse`, `value`, `compare`, `table`, `quotient`, `strategy`,
`certify`, `check`, `sweep`, `merge`, `identify`, `plot`, `graph`. A ruleset of your own is a class with a method `moves`.

>>> import sprague
>>> sprague.solve("nim@3,4,5").best
Move('1: take 2', 'nim@1,4,5')
"""

from ._answers import (
    Analysis,
    Answer,
    Certificate,
    Graph,
    Match,
    Move,
    OctalSweep,
    Period,
    Plot,
    Quotient,
    Report,
    Strategy,
    Sweep,
    Swept,
    Table,
    Totals,
    Verdict,
)
from ._limits import Limits
from ._record import Outcome, OutcomeClass
from ._rulesets import Position, Ruleset, position, ruleset
from ._session import (
    Session,
    analyse,
    certify,
    check,
    compare,
    glossary,
    graph,
    identify,
    merge,
    nim,
    plot,
    quotient,
    rulesets,
    solve,
    strategy,
    sweep,
    sweep_octal,
    table,
    test,
    value,
)
from ._shards import Answers, answers
from ._sprague import LimitReached, LoopyError, NotationError, RulesError, SpragueError, __version__
from ._values import Thermograph, Value

__all__ = [
    "Analysis",
    "Answer",
    "Answers",
    "Certificate",
    "Graph",
    "LimitReached",
    "Limits",
    "LoopyError",
    "Match",
    "Move",
    "NotationError",
    "OctalSweep",
    "Outcome",
    "OutcomeClass",
    "Period",
    "Plot",
    "Position",
    "Quotient",
    "Report",
    "RulesError",
    "Ruleset",
    "Session",
    "SpragueError",
    "Strategy",
    "Sweep",
    "Swept",
    "Table",
    "Thermograph",
    "Totals",
    "Value",
    "Verdict",
    "__version__",
    "analyse",
    "answers",
    "certify",
    "check",
    "compare",
    "glossary",
    "graph",
    "identify",
    "merge",
    "nim",
    "plot",
    "position",
    "quotient",
    "ruleset",
    "rulesets",
    "solve",
    "strategy",
    "sweep",
    "sweep_octal",
    "table",
    "test",
    "value",
]

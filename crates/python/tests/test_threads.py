"""Signals, threads, processes, and memory that comes back."""

import asyncio
import gc
import multiprocessing
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pytest
from child import naps, run

import sprague

# two seconds: a debug build takes longer than the 0.3 s that are allowed in release
MOST_NAPS = 200


class Wythoff(sprague.Ruleset):
    def moves(self, heaps):
        a, b = heaps
        for k in range(1, a + 1):
            yield a - k, b
        for k in range(1, b + 1):
            yield a, b - k
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k


LONG = {
    "rows": "sprague.analyse('octal:0.007', 3_000_000)",
    "search": "sprague.solve('cram@9x9')",
    "value": "sprague.value('domineering@7x7')",
    "sweep": "sprague.sweep(30, jobs=1)",
    "Python": "sprague.ruleset(lambda p: [(p[0] + 1, k) for k in range(9)]).nimber((0, 0))",
    "heaps": "sprague.ruleset(lambda n: [(a, n - a) for a in range(1, n // 2)]).analyse(10**6)",
    "endless moves": "sprague.ruleset(lambda p: [1 for _ in iter(int, 1)]).nimber(0)",
    "sums": "(sprague.ruleset(lambda p: [(a, p[1]) for a in range(p[0])] + [(p[0], b) for b in range(p[1])]) @ (900, 900) + 'nim@3').solve()",
}


@pytest.mark.parametrize("what", LONG)
def test_control_c_ends_a_question(what):
    stops(LONG[what])


IN_SESSION = {
    "search": "session.solve('cram@9x9')",
    "own and search": "(own @ 3 + 'cram@9x9').solve()",
    "partizan": "(both @ 1 + 'domineering@8x8').solve()",
    "misere": "(own @ 3 + 'cram@9x9').solve(play='misere')",
    "nimber": "session.solve('own@3+cram@9x9', nimber=True, jobs=2)",
    "rows": "session.analyse('octal:0.007', 3_000_000)",
    "value": "session.value('domineering@7x7')",
    "own and value": "(both @ 1 + 'domineering@7x7').value()",
    "compare": "sprague.compare(both @ 1, 'domineering@8x8')",
    "quotient": "session.quotient('octal:0.07', to=80)",
    "find": "list(session.find('domineering', squares=14, where='temperature > 3'))",
    "find from": "list(session.find(from_='own@3+cram@6x6', where='nimber = 7'))",
    "table": "session.table('cram@{x}x{y}', x=(1, 9), y=(1, 9))",
    "misere form": "session.misere_form('kayles@90')",
    "graph": "(own @ 3 + 'cram@6x6').graph()",
    "strategy": "sprague.strategy(own @ 3 + 'cram@6x6')",
    "loopy": "session.loopy_value('fox-and-geese@8x8')",
}


@pytest.mark.parametrize("what", IN_SESSION)
def test_control_c_ends_a_question_beside_rules_in_python(what):
    rules = "own = sprague.ruleset(lambda p: range(p), name='own'); session = sprague.Session(own)"
    partizan = "both = type('Both', (sprague.Ruleset,), {'left_moves': lambda s, p: range(p), 'right_moves': lambda s, p: range(p)})()"
    stops(f"{rules}; {partizan}; {IN_SESSION[what]}")


def test_control_c_ends_the_trial_of_laws():
    for _ in range(3):
        stops("sprague.test(sprague.ruleset(lambda p: range(p)), 99, plays=10**9, seconds=5)")


def stops(question):
    """Ctrl-C ends a question in another process, and the next ones are answered."""
    code = f"""import sprague, time
print('go', flush=True)
try: {question}
except KeyboardInterrupt: print('stopped', sprague.solve('nim@1,2').nimber, sprague.ruleset(lambda p: range(p)).nimber(4))
"""
    child = subprocess.Popen([sys.executable, "-X", "faulthandler", "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "go\n"
        time.sleep(0.7)
        child.send_signal(signal.SIGINT)
        with naps() as taken:
            assert child.communicate(timeout=30)[0] == "stopped 3 4\n"
        assert len(taken) < MOST_NAPS
    finally:
        child.kill()


def test_signals_may_raise_what_they_like():
    run(
        """
        import signal, sprague
        class Alarm(Exception): pass
        def ring(*_): raise Alarm
        signal.signal(signal.SIGALRM, ring)
        for ask in lambda: sprague.solve("cram@9x9"), lambda: sprague.ruleset(lambda p: [p + 1, p + 2]).nimber(0, longest_play=10**9):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            try: ask()
            except Alarm: pass
            else: raise SystemExit(5)
        # one that raises nothing stops nothing
        heard = []
        signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        rows = sprague.analyse("octal:0.007", 30_000)
        assert len(rows) == 30_001 and sprague.ruleset(lambda p: range(p)).table(300)[-1] == 299 and heard
        # at the end of the process nobody hears it
        signal.setitimer(signal.ITIMER_REAL, 0)
        """
    )


def spinning(ask):
    """How often another thread runs while a question is answered."""
    count, stop = [0], threading.Event()

    def spin():
        while not stop.is_set():
            count[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=spin)
    thread.start()
    ask()
    stop.set()
    thread.join()
    return count[0]


def test_other_threads_run_meanwhile():
    assert spinning(lambda: sprague.analyse("octal:0.007", 60_000)) > 10
    assert spinning(lambda: Wythoff().table(40, 40)) > 5
    assert spinning(lambda: sprague.Session().value("domineering@5x5")) > 5


def together(asks):
    """What these functions answer when each has a thread, or raise."""
    with ThreadPoolExecutor(len(asks)) as pool:
        return [found.result() for found in [pool.submit(ask) for ask in asks]]


def test_threads_may_share_a_session():
    session = sprague.Session()
    questions = ["kayles@30+nim@5", "cram@4x4", "domineering@3x4", "octal:0.007@500", "wythoff@20.30", "clobber@xoxo/oxox"]
    expected = [sprague.Session().solve(question).to_dict() for question in questions]
    for _ in range(3):
        assert [answer.to_dict() for answer in together([lambda q=q: session.solve(q) for q in questions * 3])] == expected * 3
    values = together([lambda k=k: session.value(f"domineering@2x{k}") for k in (1, 2, 3, 4, 5)] * 2)
    assert values[:5] == values[5:] and values[1] == sprague.Value("{1|-1}")


def test_a_value_may_be_asked_by_many_threads():
    value = sprague.value("domineering@3x4")
    assert len(set(together([lambda: (value.mean, value.temperature, hash(value + value))] * 8))) == 1


def test_threads_may_share_a_ruleset():
    expected = Wythoff().table(20, 20)
    shared = Wythoff()
    tables = together([lambda k=k: shared.table(20, 20) if k % 2 else shared.nimbers([(a, b) for a in range(20) for b in range(20)]) for k in range(8)])
    assert all(np.array_equal(table.reshape(20, 20), expected) for table in tables)


def test_threads_may_share_a_ruleset_of_objects():
    shared = sprague.ruleset(lambda p: [p - {x} for x in p], name="sets")
    letters = [frozenset("abcdefgh"[:k]) for k in range(9)]
    found = together([lambda: shared.nimbers(letters).tolist() for _ in range(6)])
    assert found == [[k % 2 for k in range(9)]] * 6 and shared._rules.objects <= 2**8
    assert together([lambda k=k: (shared @ letters[k]).solve().nimber for k in range(9)]) == [k % 2 for k in range(9)]


def test_what_one_thread_raises_is_its_own():
    class Fails(sprague.Ruleset):
        def moves(self, p):
            if p == 13 and threading.current_thread().name.startswith("wrong"):
                raise ZeroDivisionError
            return range(max(0, p - 3), p)

    shared = Fails()
    found = []

    def ask():
        for _ in range(10):
            shared.forget()
            try:
                found.append(shared.nimber(40))
            except ZeroDivisionError:
                found.append(threading.current_thread().name[:5])

    threads = [threading.Thread(target=ask, name=name) for name in ("wrong 1", "right 1", "wrong 2", "right 2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 40 and set(found) <= {0, "wrong"} and shared.nimber(40) == 0


def ask_in_a_process(n):
    return int(Wythoff().nimber((n, n + 1))), sprague.solve(f"nim@{n},3").nimber, SHARED.nimber((n, 2))


SHARED = Wythoff()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_processes_answer_after_questions_were_asked(method):
    expected = [ask_in_a_process(n) for n in range(4)]
    sprague.analyse("kayles", 1000)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(ask_in_a_process, range(4)) == expected


def test_rulesets_and_answers_go_to_other_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(SHARED.nimber, ((3, 4),)) == SHARED.nimber((3, 4))
        answer = pool.apply(sprague.solve, ("nim@3,4,5",))
        assert answer == sprague.solve("nim@3,4,5")
        with pytest.raises(sprague.NotationError) as caught:
            pool.apply(sprague.solve, ("nim@3,",))
        assert caught.value.at == 6


def test_a_fork_amid_questions_answers():
    run(
        """
        import os, threading, sprague
        session = sprague.Session()
        rules = sprague.ruleset(lambda p: range(p))
        stop = threading.Event()
        def ask():
            while not stop.is_set(): session.solve("cram@4x4"); sprague.analyse("octal:0.007", 5000)
        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads: thread.start()
        for _ in range(10):
            pid = os.fork()
            if not pid:
                fine = session.solve("kayles@9").nimber == 4 and sprague.solve("cram@3x3").nimber == 0 and rules.nimber(4) == 4
                os._exit(0 if fine else 3)
            assert os.waitpid(pid, 0)[1] == 0
        stop.set()
        for thread in threads: thread.join()
        """,
        120,
    )


def resident():
    """Bytes that this process has in memory."""
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * 4096


def stays(ask, rounds=6):
    """How many bytes a question leaves behind after it was asked twice."""
    for _ in range(2):
        ask()
    gc.collect()
    before = resident()
    for _ in range(rounds):
        ask()
    gc.collect()
    return resident() - before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_comes_back():
    rules = sprague.ruleset(lambda p: [p - k for k in (1, 2, 3) if k <= p])
    assert stays(lambda: rules.table(25_000)) < 16 << 20

    def forgotten():
        rules.table(25_000)
        rules.forget()

    assert stays(forgotten) < 16 << 20

    def objects():
        sets = sprague.ruleset(lambda p: [p - {x} for x in p])
        sets.nimber(frozenset(range(12)))

    assert stays(objects) < 16 << 20
    assert stays(lambda: sprague.analyse("kayles", 10**6)) < 16 << 20
    assert stays(lambda: [sprague.solve(f"nim@{k},5,7") for k in range(300)]) < 16 << 20
    assert stays(lambda: [sprague.Value(f"{{{k}|-1}}") + "^" for k in range(300)]) < 16 << 20
    assert stays(lambda: sprague.Session().solve("cram@4x4")) < 16 << 20


def test_threads_that_ended_leave_nothing():
    def ask():
        together([lambda: sprague.solve("kayles@20")] * 8)

    assert stays(ask, 20) < 16 << 20
    if sys.platform.startswith("linux"):
        with open("/proc/self/status") as lines:
            assert int(next(line.split()[1] for line in lines if line.startswith("Threads:"))) < 30


def test_rulesets_are_collected():
    class Collected(sprague.Ruleset):
        def moves(self, p):
            return [p - {x} for x in p]

    class Position(frozenset):
        __hash__ = frozenset.__hash__

    rules, start = Collected(), Position("abc")
    assert rules.nimber(start) == 1 and (rules @ start + "nim@1").solve().nimber == 0
    with pytest.raises(TypeError):
        rules.nimber(5)
    gone = weakref.ref(rules), weakref.ref(rules._session), weakref.ref(start)
    del rules, start
    gc.collect()
    assert [ref() for ref in gone] == [None, None, None]


def test_a_ruleset_that_raised_is_collected():
    class Collected(sprague.Ruleset):
        def moves(self, p):
            raise ZeroDivisionError(self)

    rules = Collected()
    for ask in rules.nimber, rules.solve, rules.graph, lambda p: sprague.test(rules, p):
        try:
            ask(1)
        except ZeroDivisionError:
            pass
    gone = weakref.ref(rules)
    del rules, ask
    gc.collect()
    assert gone() is None


class Own(sprague.Ruleset):
    """Nim with two heaps, which fails at one position."""

    def moves(self, p):
        if p == (0, 13):
            raise ZeroDivisionError
        return [(a, p[1]) for a in range(p[0])] + [(p[0], b) for b in range(p[1])]


class OwnPartizan(sprague.Ruleset):
    """Left takes one, Right takes two."""

    def left_moves(self, p):
        if p == 13:
            raise ZeroDivisionError
        return [p - 1] if p else []

    def right_moves(self, p):
        return [p - 2] if p > 1 else []


class OwnHeaps(sprague.Ruleset):
    def heap_options(self, n):
        if n == 33:
            raise ZeroDivisionError
        return range(max(0, n - 3), n)


class OwnSets(sprague.Ruleset):
    def moves(self, p):
        return [p - {x} for x in p]


own, own_partizan, own_heaps, own_sets = Own(), OwnPartizan(), OwnHeaps(), OwnSets()
both = sprague.Session(own, own_heaps)
BAD = [lambda: own.nimber((0, 13)), lambda: own_partizan.value(13), lambda: own_heaps.analyse(33), lambda: both.solve("own@0.13")]
BAD += [lambda: own_sets.nimber(frozenset(range(14)), limit_memory="100k"), lambda: own.nimber((3, 3), limit_positions=2)]
GOOD = {
    "nimber": (lambda: own.nimber((3, 5)), 6),
    "nimbers": (lambda: own.nimbers([(1, 2), (2, 2)]).tolist(), [3, 0]),
    "outcome": (lambda: own.outcome((4, 4)), "loss"),
    "misere": (lambda: own.outcome((1, 1), play="misere"), "win"),
    "table": (lambda: own.table(3, 2).tolist(), [[0, 1], [1, 0], [2, 3]]),
    "solve": (lambda: own.solve((2, 3)).nimber, 1),
    "line": (lambda: own.solve((2, 3), line=True).is_won, True),
    "sum": (lambda: (own @ (2, 3) + "nim@1").solve().nimber, 0),
    "session": (lambda: both.solve("own@2.3+own-heaps@5").nimber, 0),
    "graph": (lambda: len(own.graph((2, 1))), 6),
    "strategy": (lambda: sprague.strategy(own @ (2, 3)).winner, "mover"),
    "value": (lambda: str(own_partizan.value(2)), "{1|0}"),
    "compare": (lambda: sprague.compare(own_partizan @ 2, own_partizan @ 1), "||"),
    "partizan outcome": (lambda: own_partizan.outcome(4, first="right"), "loss"),
    "rows": (lambda: own_heaps.analyse(12).nimbers.tolist(), [n % 4 for n in range(13)]),
    "heaps": (lambda: own_heaps.solve((5, 3)).nimber, 2),
    "misere form": (lambda: sprague.misere_form(own @ (1, 1)).text, "*[0]"),
    "find": (lambda: sum(1 for _ in sprague.find(from_=own @ (2, 2), where="nimber = 0")), 3),
    "picture": (lambda: own.plot((1, 1), kind="graph").kind, "graph"),
    "limits": (lambda: own_sets.nimber(frozenset(range(5))), 1),
}


def asked(ask):
    try:
        return ask()
    except Exception as error:
        return repr(error)


@pytest.mark.parametrize("what", GOOD)
def test_a_question_is_answered_beside_others_that_fail(what):
    ask, expected = GOOD[what]
    stop = threading.Event()

    def fail():
        while not stop.is_set():
            for bad in BAD:
                with suppress(ZeroDivisionError, sprague.LimitReached):
                    bad()

    wrong = threading.Thread(target=fail)
    wrong.start()
    begun, found = time.monotonic(), []
    while time.monotonic() < begun + 0.3 or len(found) < 5:
        found.append(asked(ask))
        for rules in own, own_partizan, own_heaps, own_sets:
            if len(found) % 3 == 0:
                rules.forget()
    stop.set()
    wrong.join()
    assert found == [expected] * len(found)


def test_a_nested_question_that_fails_is_its_own():
    class Outer(sprague.Ruleset):
        def moves(self, p):
            for ask, error in ((lambda: self.nimber(-1), ValueError), (lambda: own.nimber((0, 13)), ZeroDivisionError)):
                if p > 0:
                    with pytest.raises(error):
                        ask()
            with pytest.raises(sprague.LimitReached):
                sprague.solve("cram@9x9", limit_positions=5)
            if p < 0:
                raise ValueError
            return range(p)

    outer = Outer()
    assert outer.nimber(4) == 4 and (outer @ 3 + "nim@2").solve().nimber == 1 and outer.nimber(5) == 5


def test_an_exception_in_a_sum_is_not_replaced():
    class Asks(sprague.Ruleset):
        def moves(self, p):
            own.nimber((1, 2))
            return range(p)

    class Raises(sprague.Ruleset):
        def moves(self, p):
            raise KeyError(p)

    for sum in Asks() @ 3 + Raises() @ 2, Raises() @ 2 + Asks() @ 3:
        for ask in sum.solve, sum.graph, lambda sum=sum: sum.solve(play="misere"):
            with pytest.raises(KeyError) as raised:
                ask()
            assert raised.traceback[-1].name == "moves"


CANCELLED = {
    "search": lambda **limits: sprague.solve("cram@9x9", **limits),
    "rows": lambda **limits: sprague.analyse("octal:0.007", 3_000_000, **limits),
    "value": lambda **limits: sprague.value("domineering@7x7", **limits),
    "Python": lambda **limits: sprague.ruleset(lambda p: [(p[0] + 1, k) for k in range(9)]).nimber((0, 0), **limits),
    "Python and search": lambda **limits: sprague.Session(own).solve(own @ (1, 2) + "cram@9x9", **limits),
    "find": lambda **limits: list(sprague.find("domineering", squares=14, where="temperature > 3", **limits)),
    "nested": lambda **limits: sprague.ruleset(lambda p: [sprague.solve("cram@9x9")]).nimber(1, **limits),
}


@pytest.mark.parametrize("what", CANCELLED)
def test_a_question_is_cancelled_from_another_thread(what):
    for event in threading.Event(), multiprocessing.Event():
        timer = threading.Timer(0.3, event.set)
        timer.start()
        with naps() as taken, pytest.raises(sprague.LimitReached) as reached:
            CANCELLED[what](cancel=event)
        assert reached.value.limit == "interrupt" and len(taken) < MOST_NAPS
        timer.join()
    assert own.nimber((1, 2)) == 3


def test_a_task_that_is_not_waited_for_ends():
    async def ask():
        event = threading.Event()
        asking = asyncio.create_task(asyncio.to_thread(sprague.solve, "cram@9x9", cancel=event))
        try:
            await asyncio.wait_for(asyncio.shield(asking), 0.2)
        except asyncio.TimeoutError:
            event.set()
        with pytest.raises(sprague.LimitReached, match="on request"):
            await asking

    asyncio.run(ask())


def test_what_cancels_is_an_event():
    for wrong in 5, "now", threading.Lock():
        for ask in (lambda wrong=wrong: sprague.solve("nim@3", cancel=wrong)), (lambda wrong=wrong: own.nimber((1, 2), cancel=wrong)):
            with pytest.raises(TypeError, match=r"cancel is an event, such as threading.Event\(\)"):
                ask()
    assert sprague.solve("nim@3", cancel=threading.Event()).nimber == 3


def test_a_drawing_in_text_is_not_larger_than_anybody_reads():
    drawing = sprague.plot("kayles")
    for size in (10**5, 10**4), (10**18, 1), (20, 10**18):
        with pytest.raises(ValueError, match="at most 1000000 characters"):
            drawing.text(*size)
    assert drawing.text(1000, 1000)

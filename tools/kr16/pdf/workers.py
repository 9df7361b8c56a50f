"""Two processes that draw, one for each core. They load WeasyPrint while this one still reads the force."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO

from . import engine

COUNT = 2


def workers(ahead: bool):
    """Return processes that draw, to be used in a `with`: their `map` works as the built-in one.

    `ahead`: they begin to load WeasyPrint at once, not only when something is to be drawn.
    """
    if sys.platform == "linux":
        return Pair(ahead)
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(COUNT, multiprocessing.get_context("spawn"))


class Pair:
    """A copy of this process, which loads WeasyPrint, and then a copy of that: so it is loaded once, and held once in memory.

    Python's own pools would start a new Python for each process, which takes as long as drawing thirty cards.
    """

    def __init__(self, ahead: bool) -> None:
        self.pipes: list[tuple[BinaryIO, BinaryIO]] = []
        self.first, self.busy = 0, False
        if ahead:
            self._begin()

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, failed: type | None, *_: object) -> None:
        if self.first and (failed or not self.busy):
            os.kill(self.first, signal.SIGTERM)
        for end in (end for ends in self.pipes for end in ends):
            with suppress(OSError):
                end.close()
        if self.first:
            os.waitpid(self.first, 0)

    def map(self, function: Callable, *values: Iterable) -> Iterator:
        """Yield what the function returns for each of the values. Each process has one job; the next one follows its answer."""
        if not self.first:
            self._begin()
        self.busy, jobs = True, list(zip(*values))
        for i in range(len(jobs) + COUNT):
            jobs_to, answers_from = self.pipes[i % COUNT]
            try:
                answer, error = pickle.load(answers_from) if COUNT <= i else (None, None)
                if i < len(jobs) and not error:
                    _send(jobs_to, (function, jobs[i]))
            except (EOFError, OSError):
                raise engine.DrawingFailed("a process that was drawing has ended; was there too little memory?") from None
            if error:
                raise error
            if COUNT <= i:
                yield answer

    def _begin(self) -> None:
        jobs, answers = [_pipe() for _ in range(COUNT)], [_pipe() for _ in range(COUNT)]
        self.pipes = [(to, back) for (_, to), (back, _) in zip(jobs, answers)]
        theirs = [(job, answer) for (job, _), (_, answer) in zip(jobs, answers)]
        self.first = os.fork()
        if not self.first:
            _close(self.pipes)
            _both(theirs)
        _close(theirs)


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    """Return the end to read from and the end to write to."""
    reader, writer = os.pipe()
    return os.fdopen(reader, "rb"), os.fdopen(writer, "wb")


def _close(pipes: list[tuple[BinaryIO, BinaryIO]]) -> None:
    """Close ends that belong to another process: as long as one is open anywhere, nobody sees that the other side has gone."""
    for end in (end for ends in pipes for end in ends):
        end.close()


def _send(pipe: BinaryIO, content: object) -> None:
    pickle.dump(content, pipe)
    pipe.flush()


def _both(pipes: list[tuple[BinaryIO, BinaryIO]]) -> None:
    """Be the first process, and start the second one; neither goes on with what this one was about."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.disable()
        engine.load()
        # What is loaded stays: it need not be looked through again, and so both processes share its memory.
        gc.freeze()
        gc.enable()
        second = os.fork()
        mine, other = pipes if second else reversed(pipes)
        _close([other])
        _work(*mine)
        if second:
            os.waitpid(second, 0)
    finally:
        # What was drawn goes, and with it the folder that WeasyPrint keeps fonts in: a process that ends so clears nothing away.
        gc.collect()
        os._exit(0)


def _work(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Do what comes through the pipe, until it is closed."""
    with suppress(EOFError, OSError):
        while True:
            function, arguments = pickle.load(jobs)
            try:
                answer = function(*arguments), None
            except Exception as error:
                answer = None, error
            _send(answers, answer)

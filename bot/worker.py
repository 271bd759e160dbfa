"""One thread that owns the service, so that a medium's event loop never waits for the disk or a computer player.

Jobs that are waiting together share one durable commit.
"""

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from bot.service import Service
from game_state.store import StoreError

T = TypeVar("T")
Job = Callable[[Service], Any]
MAX_BATCH = 64

log = logging.getLogger("herold.worker")


class Worker:
    """`submit` a job, get its future. Jobs run in the order they came, one at a time."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="herold-worker", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Service], T]) -> "Future[T]":
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    def stop(self) -> None:
        """Finish what is waiting, then end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        ended = False
        while not ended:
            batch: list[tuple[Job, Future[Any]]] = []
            item = self._jobs.get()
            while True:
                if item is None:
                    ended = True
                    break
                batch.append(item)
                if len(batch) >= MAX_BATCH or self._jobs.empty():
                    break
                item = self._jobs.get()
            self._batch(batch)

    def _batch(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Futures are set only after the commit: what they tell is on disk."""
        results: list[tuple[Any, BaseException | None]] = []
        try:
            if len(batch) > 1:
                with self.service.store.batch():
                    results = [self._one(job) for job, _ in batch]
            else:
                results = [self._one(job) for job, _ in batch]
        except StoreError:
            results = [self._one(job) for job, _ in batch]
        for (_, future), (result, error) in zip(batch, results, strict=True):
            if not future.set_running_or_notify_cancel():
                continue
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

    def _one(self, job: Job) -> tuple[Any, BaseException | None]:
        try:
            return job(self.service), None
        except Exception as error:
            if not isinstance(error, StoreError):
                log.exception("job failed")
            return None, error

"""A run that passes has run every test it collected, and leaves no program behind."""

import ctypes
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PROCESSES = Path("/proc")
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
LEFT = "left_running"
# They read from a pipe of the process that started them, and end with it.
END_WITH_US = ("multiprocessing.resource_tracker", "_worker ")
PATIENCE_SECONDS = float(os.environ.get("PATIENCE_SECONDS", "30"))


class WholeRun:
    """Compares what was collected with what has run; with pytest-xdist, in the first process."""

    def __init__(self, config: pytest.Config) -> None:
        self.collected, self.ran, self.wrong = set[str](), set[str](), list[str]()
        self.left: list[str] = []
        self.is_worker = hasattr(config, "workerinput")
        if PROCESSES.is_dir():
            # Programs whose parents end become children of this process instead of the first one.
            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.collected |= {item.nodeid for item in session.items}

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        self.collected |= set(ids)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left += getattr(node, "workeroutput", {}).get(LEFT, [])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if not session.config.pluginmanager.has_plugin("dsession"):  # its children are the workers
            self.left += left_at_last()
        if self.is_worker:
            session.config.workeroutput[LEFT] = self.left  # type: ignore[attr-defined]  # of xdist
        elif exitstatus == pytest.ExitCode.OK and not session.config.option.collectonly:
            self.judge(session)

    def judge(self, session: pytest.Session) -> None:
        """Fail a run that has passed, if tests are missing or programs still run."""
        missing = sorted(self.collected - self.ran)
        if missing:
            self.wrong.append(f"{len(missing)} collected tests did not run: {missing[:5]}")
        if self.left:
            self.wrong.append(f"These programs were left running: {self.left}")
        if self.wrong:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.wrong:
            terminalreporter.line(line, red=True)


def left_at_last() -> list[str]:
    """Return the commands of children that do not end by themselves in time."""
    end = time.monotonic() + PATIENCE_SECONDS
    while (left := left_running()) and time.monotonic() < end:
        time.sleep(0.1)
    return left


def left_running() -> list[str]:
    """Return the commands of this process's children that have not ended."""
    found = [_command(one) for one in PROCESSES.glob("[0-9]*/stat") if _is_our_child(one)]
    return sorted(one for one in found if one and not any(word in one for word in END_WITH_US))


def _is_our_child(stat: Path) -> bool:
    try:
        state, parent = stat.read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return False  # it has just ended
    return int(parent) == os.getpid() and state != "Z"


def _command(stat: Path) -> str:
    try:
        words = (stat.parent / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return b" ".join(words).decode(errors="replace").strip()

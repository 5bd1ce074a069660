"""A run that passes has run every test it collected, and leaves no program behind."""

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PROCESSES = Path("/proc")
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
LEFT = "left_running"
# Python's own helper lives as long as the process that it tidies up after.
OF_PYTHON = "multiprocessing.resource_tracker"


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
            self.left += left_running()
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


def left_running() -> list[str]:
    """Return the commands of this process's children that have not ended."""
    found = [_command(one) for one in PROCESSES.glob("[0-9]*/stat") if _is_our_child(one)]
    return sorted(command for command in found if command and OF_PYTHON not in command)


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

"""A run of pytest fails if a test that was collected did not run, or a program still runs."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.gates.source import ROOT

LOADS = """
import pytest
from tests.support.whole_run import WholeRun

def pytest_configure(config):
    config.pluginmanager.register(WholeRun(config))

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    return True if "lost" in item.name else None
"""
TWO = "def test_one(): pass\ndef test_two(): pass\n"
LOST = f"{TWO}def test_lost(): pass\n"
LEAVES = """
import subprocess

def test_leaves():
    starter = "import subprocess; subprocess.Popen(['sleep', '600'])"
    assert subprocess.run(["python3", "-c", starter], check=True)
"""
in_each_way = pytest.mark.parametrize("ways", [(), ("-n", "2")], ids=["alone", "workers"])
# With workers each run takes seconds to start: the two that must fail are in the gate.
also_in_proof = pytest.mark.parametrize(
    "ways", [(), pytest.param(("-n", "2"), marks=pytest.mark.proof)], ids=["alone", "workers"]
)


def run(folder: Path, tests: str, *options: str, patience: str = "30") -> tuple[int, str]:
    (folder / "conftest.py").write_text(LOADS)
    (folder / "test_some.py").write_text(tests)
    words = [sys.executable, "-m", "pytest", "-p", "xdist", f"--rootdir={folder}", *options]
    alone = {
        "PYTHONPATH": str(ROOT),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PATIENCE_SECONDS": patience,
    }
    with (folder / "said").open("w+") as said:
        done = subprocess.Popen(
            words, cwd=folder, env={**os.environ, **alone}, stdout=said, start_new_session=True
        )
        code = done.wait(600)
        with suppress(ProcessLookupError):
            os.killpg(done.pid, signal.SIGKILL)
        said.seek(0)
        return code, said.read()


@also_in_proof
def test_a_run_of_all_tests_passes(tmp_path: Path, ways: tuple[str, ...]) -> None:
    code, said = run(tmp_path, TWO, *ways)
    assert (code, "2 passed" in said) == (0, True), said


@in_each_way
def test_a_run_that_lost_a_test_fails(tmp_path: Path, ways: tuple[str, ...]) -> None:
    code, said = run(tmp_path, LOST, *ways)
    assert (code, "2 passed" in said) == (1, True), said
    assert "1 collected tests did not run: ['test_some.py::test_lost']" in said


def test_tests_that_were_not_selected_need_not_run(tmp_path: Path) -> None:
    assert run(tmp_path, LOST, "-k", "not lost")[0] == 0


def test_a_run_that_only_collects_passes(tmp_path: Path) -> None:
    assert run(tmp_path, LOST, "--collect-only")[0] == 0


@pytest.mark.parametrize(
    ("end", "ways"),
    [
        ("assert False", ()),
        ("raise KeyboardInterrupt", ()),
        pytest.param("assert False", ("-n", "2"), marks=pytest.mark.proof),
        pytest.param("raise KeyboardInterrupt", ("-n", "2"), marks=pytest.mark.proof),
    ],
)
def test_a_run_that_was_stopped_does_not_complain(
    tmp_path: Path, ways: tuple[str, ...], end: str
) -> None:
    code, said = run(tmp_path, f"def test_first(): {end}\n{LOST}", "-x", *ways)
    assert code != 0
    assert "did not run" not in said


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs the /proc of Linux")
@in_each_way
def test_a_program_that_still_runs_fails_the_run(tmp_path: Path, ways: tuple[str, ...]) -> None:
    code, said = run(tmp_path, LEAVES, *ways, patience="1")
    assert (code, "1 passed" in said) == (1, True), said
    assert "These programs were left running: ['sleep 600']" in said

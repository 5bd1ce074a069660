"""The ways to install that the README names, tried for real with the network."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.support import served
from tests.gates.source import ROOT

pytestmark = pytest.mark.proof
README = (ROOT / "README.md").read_text()
MAX_DEMO_SECONDS = 20  # of processor time, so that a busy machine changes nothing
MAX_DEMO_MEGABYTES = 100


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install pipx and uv apart from the rest and return the folder of their programs."""
    place = tmp_path_factory.mktemp("tools")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True, timeout=120)
    install = ["scripts/pip-install", str(place / "bin/python"), "pipx", "uv"]
    subprocess.run(install, cwd=ROOT, check=True, timeout=600)
    return place / "bin"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Clone what is committed."""
    subprocess.run(["git", "clone", "-q", ROOT, tmp_path / "clone"], check=True, timeout=120)
    return tmp_path / "clone"


def readme_command(program: str) -> list[str]:
    """Return the one command of the README that starts with this program."""
    [line] = re.findall(rf"^({program} .*?)\s*(?:#.*)?$", README, re.MULTILINE)
    return shlex.split(line)


def test_pipx_installs_the_program(tools: Path, checkout: Path, tmp_path: Path) -> None:
    folders = {name: str(tmp_path / name) for name in ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")}
    environment = {**os.environ, **folders, "PYTHONPATH": ""}
    command = [str(tools / "pipx"), *readme_command("pipx")[1:]]
    subprocess.run(command, cwd=checkout, env=environment, check=True, timeout=600)
    program = [str(tmp_path / "PIPX_BIN_DIR/fullhouse")]
    with served("demo", "--port", "0", program=program, PYTHONPATH="") as demo:
        assert demo.url.startswith("http")


def test_uvx_shows_the_demo(tools: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checkout)
    program = [str(tools / "uvx"), *readme_command("uvx")[1:]]
    with served("--port", "0", program=program, PYTHONPATH="") as demo:
        assert demo.url.startswith("http")


def test_make_demo_on_a_fresh_clone_is_quick_and_small() -> None:
    report = [sys.executable, "scripts/shape.py", "--demo-only"]
    done = subprocess.run(report, cwd=ROOT, check=True, capture_output=True, text=True, timeout=600)
    cpu, megabytes = re.findall(r"^\| `make demo`.*\| ([\d.]+) \|$", done.stdout, re.MULTILINE)[1:]
    assert float(cpu) <= MAX_DEMO_SECONDS
    assert float(megabytes) < MAX_DEMO_MEGABYTES

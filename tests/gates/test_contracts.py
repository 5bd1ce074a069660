"""Import contracts hold the layers: in a small copy of the tree, each wrong import fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gates.source import ROOT

LAYERS = ("locale", "kernel", "products", "engine", "inbound", "web", "platforms", "cli")
LEAVES = (
    "inbound/replies",
    "platforms/aws",
    "platforms/local",
    "platforms/memory",
    "products/frontdesk",
    "products/frontdesk/appointments",
    "products/frontdesk/refill",
    "products/frontdesk/shared",
    "products/frontdesk/waitlist",
    "products/rsvp",
    "web/appointments",
    "web/rsvp",
    "web/waitlist",
)


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in ("", *LAYERS, *LEAVES):
        folder = tmp_path / "fullhouse" / package
        folder.mkdir()
        (folder / "__init__.py").touch()
    (tmp_path / "fullhouse/locale/current.py").touch()
    for module in ("rules", "setup"):
        (tmp_path / f"fullhouse/products/frontdesk/{module}.py").touch()
    return tmp_path


def test_the_planned_tree_is_fine(tree: Path) -> None:
    (tree / "fullhouse/web/pages.py").write_text("from fullhouse.engine import x")
    result = lint(tree)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("kernel", "from fullhouse.products import rsvp"),
        ("engine", "from fullhouse.platforms import local"),
        ("web", "def f():\n    from fullhouse import cli"),
        ("products/rsvp", "from fullhouse.products import frontdesk"),
        ("products/frontdesk/waitlist", "from fullhouse.products.frontdesk import appointments"),
        ("products/frontdesk/shared", "from fullhouse.products.frontdesk import waitlist"),
        ("web/rsvp", "from fullhouse.web import waitlist"),
        ("platforms/local", "from fullhouse.platforms import memory"),
        ("kernel", "import random"),
        ("products/rsvp", "from urllib.parse import quote"),
        ("platforms/memory", "import sim"),
        ("platforms/memory", "import training"),
        ("inbound/replies", "from fullhouse.products import rsvp"),
    ],
)
def test_a_wrong_arrow_is_found(tree: Path, place: str, line: str) -> None:
    (tree / "fullhouse" / place / "planted.py").write_text(line)
    assert "1 broken" in lint(tree).stdout


def test_a_new_package_must_name_its_layer(tree: Path) -> None:
    (tree / "fullhouse/helpers.py").touch()
    assert "1 broken" in lint(tree).stdout

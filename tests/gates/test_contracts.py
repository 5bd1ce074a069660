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


# A module, a line in it, and the module that the line must not import.
WRONG = (
    ("kernel", "from fullhouse.products import rsvp", "fullhouse.products.rsvp"),
    ("engine", "from fullhouse.platforms import local", "fullhouse.platforms.local"),
    ("web", "def f():\n    from fullhouse import cli", "fullhouse.cli"),
    ("products/rsvp", "from fullhouse.products import frontdesk", "fullhouse.products.frontdesk"),
    (
        "products/frontdesk/waitlist",
        "from fullhouse.products.frontdesk import appointments",
        "fullhouse.products.frontdesk.appointments",
    ),
    (
        "products/frontdesk/shared",
        "from fullhouse.products.frontdesk import waitlist",
        "fullhouse.products.frontdesk.waitlist",
    ),
    ("web/rsvp", "from fullhouse.web import waitlist", "fullhouse.web.waitlist"),
    ("platforms/local", "from fullhouse.platforms import memory", "fullhouse.platforms.memory"),
    ("kernel", "import random", "random"),
    ("products/rsvp", "from urllib.parse import quote", "urllib"),
    ("platforms/memory", "import sim", "sim"),
    ("platforms/memory", "import training", "training"),
    ("inbound/replies", "from fullhouse.products import rsvp", "fullhouse.products.rsvp"),
)


def test_each_wrong_arrow_is_found(tree: Path) -> None:
    for at, (place, line, _imported) in enumerate(WRONG):
        (tree / "fullhouse" / place / f"planted{at}.py").write_text(line)
    said = " ".join(lint(tree).stdout.split())
    for at, (place, _line, imported) in enumerate(WRONG):
        planted = f"fullhouse.{place.replace('/', '.')}.planted{at}"
        assert f"{planted} -> {imported} (l." in said, (planted, imported)


def test_a_new_package_must_name_its_layer(tree: Path) -> None:
    (tree / "fullhouse/helpers.py").touch()
    assert "1 broken" in lint(tree).stdout

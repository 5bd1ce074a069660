"""The wheel holds what the program needs and no more; installed without extras, it runs."""

import os
import re
import subprocess
import sys
import sysconfig
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from fullhouse.locale import CLDR, COMPILED, LANGUAGES
from tests.cli.support import served
from tests.gates.source import ROOT, SRC, files

MAX_WHEEL_BYTES = 3_000_000
MAX_FILE_BYTES = 1_000_000
NO_PATH = {"PYTHONPATH": ""}  # the installed files, not those of this checkout
# Imports every module and prints the names of those that need a package which is not installed.
IMPORT_ALL = """
import importlib, pkgutil, fullhouse
for module in pkgutil.walk_packages(fullhouse.__path__, "fullhouse."):
    try:
        module.name.endswith("__main__") or importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        print(module.name, error.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    [built] = folder.glob("*.whl")
    return built


def runtime(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the distributions that this one needs, directly or not, leaving out extras."""
    try:
        needed = distribution(name)
    except PackageNotFoundError:
        return found  # for another platform
    found[name] = needed
    for requirement in needed.requires or ():
        other = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        if "extra ==" not in requirement and other not in found:
            runtime(other, found)
    return found


def link_runtime(site: Path) -> None:
    """Link the runtime dependencies from this environment, so that nothing is fetched."""
    here = Path(sysconfig.get_path("purelib"))
    for name, needed in runtime("fullhouse", {}).items():
        tops = {path.parts[0] for path in needed.files or ()} - {"..", "__pycache__"}
        for top in tops if name != "fullhouse" else ():
            if not (site / top).exists():
                (site / top).symlink_to(here / top)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own and return the folder of its programs."""
    place = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True, timeout=120)
    [site] = place.glob("lib/python*/site-packages")
    link_runtime(site)
    python = str(place / "bin/python")
    install = ["scripts/pip-install", python, "--no-index", "--no-deps", str(wheel)]
    subprocess.run(install, cwd=ROOT, check=True, timeout=120)
    return place / "bin"


def said(*command: str | Path) -> str:
    environment = {**os.environ, **NO_PATH}
    return subprocess.check_output(command, env=environment, text=True, timeout=120)


def fetch(url: str) -> str:
    with urlopen(url, timeout=60) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
    return text


def test_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < MAX_WHEEL_BYTES


def test_no_file_in_the_wheel_is_large(wheel: Path) -> None:
    entries = ZipFile(wheel).infolist()
    assert [entry.filename for entry in entries if entry.file_size > MAX_FILE_BYTES] == []


def test_wheel_has_no_training_data(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert [name for name in names if re.search(r"training|examples/", name)] == []


def test_wheel_has_every_file_of_the_package_and_no_other(wheel: Path) -> None:
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    written = {str(path.relative_to(SRC)) for path in files() if path.is_relative_to(SRC)}
    catalogues = {name for name in written if name.endswith(".po")}
    compiled = {f"fullhouse/locale/{language}/{COMPILED}" for language in LANGUAGES}
    assert names == (written - catalogues) | compiled | {f"fullhouse/locale/{CLDR}"}
    assert {Path(name).suffix for name in names} >= {".py", ".html", ".css", ".js", ".sql"}


def test_installed_program_says_its_version_and_commands(installed: Path) -> None:
    assert re.search(r"version \d+\.\d+\.\d+", said(installed / "fullhouse", "--version"))
    assert " demo " in said(installed / "fullhouse", "--help")


def test_only_the_aws_platform_needs_an_extra_to_import(installed: Path) -> None:
    missing = [line.split() for line in said(installed / "python", "-c", IMPORT_ALL).splitlines()]
    assert {name for module, name in missing} == {"botocore", "mangum"}
    platforms = {module.split(".")[1:3] == ["platforms", "aws"] for module, name in missing}
    assert platforms == {True}


def test_installed_demo_serves_its_first_page_with_style_and_script(installed: Path) -> None:
    with served("demo", "--port", "0", program=[str(installed / "fullhouse")], **NO_PATH) as demo:
        page = fetch(demo.url)
        named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
        assert {Path(name.split("?")[0]).suffix for name in named} >= {".css", ".js"}
        assert all(fetch(demo.url + name) for name in named)
        assert "<button" in fetch(demo.come_in)

"""Packages of the functions: our code and libraries for Lambda's Python, as reproducible zips."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from jinja2 import ModuleLoader

from fullhouse.web.pages import COMPILED, compile_templates
from infra.function import Package
from infra.names import ARCHITECTURE, RUNTIME
from infra.package_contents import (
    CONTENTS,
    EVERYWHERE,
    HOLIDAYS,
    LEFT_OUT,
    NOT_NEEDED,
    UNREAD,
    Contents,
)

Target = Literal["lambda", "host"]
Files = Mapping[str, Path]
ROOT = Path(__file__).parents[1]
# The oldest that a library may be made for, and the newest that Lambda's system understands.
MACHINES = {"arm64": ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64")}
EPOCH = (1980, 1, 1, 0, 0, 0)
# More would take three times as long and save less than a percent; tests want it quick.
COMPRESSION: dict[Target, int] = {"lambda": 6, "host": 0}
TEMPLATES = "fullhouse/web/templates/"
# Libraries are compiled without their docstrings, which are a tenth of a package. Ours has its own:
# what a model is asked is made of them.
BARE = 2
TASK = "/var/task"


class Sources(msgspec.Struct, frozen=True):
    """The files of packages: ours and libraries, and the tag of their byte code, if any.

    Our files are compiled once for all packages, templates too.
    """

    ours: Files
    libraries: Files
    tag: str


class Built(msgspec.Struct, frozen=True):
    """A built package: its path, its unpacked size, and whether it has byte code."""

    path: Path
    unpacked: int
    byte_code: bool

    def words(self) -> str:
        """Return the size in words."""
        code = (
            "with byte code"
            if self.byte_code
            else "without byte code, because this machine has no Python of its kind"
        )
        zipped = self.path.stat().st_size / 1e6
        return f"{self.path.name}: {zipped:.1f} MB, {self.unpacked / 1e6:.1f} MB unpacked, {code}"


class Known(msgspec.Struct, frozen=True):
    """The packages of the last build, and a digest of what they were built of."""

    digest: str
    packages: dict[Package, Built]


def build(folder: Path, target: Target = "lambda", *, again: bool = False) -> dict[Package, Built]:
    """Build all packages for Lambda or for this Python; the same code is built only once."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f".{target}").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)  # two at once would write over each other
        place = _libraries(folder / f"libraries-{target}", target)
        note, digest = folder / f"built-{target}.json", _digest(place)
        known = _known(note)
        if (
            known.digest == digest
            and not again
            and all(one.path.exists() for one in known.packages.values())
        ):
            return known.packages
        note.unlink(missing_ok=True)
        sources = _sources(folder, place, target)
        built = {
            name: _built(folder, name, contents, sources, target)
            for name, contents in CONTENTS.items()
        }
        note.write_bytes(msgspec.json.encode(Known(digest, built), enc_hook=str))
        return built


def _known(note: Path) -> Known:
    if not note.exists():
        return Known("", {})
    return msgspec.json.decode(
        note.read_bytes(), type=Known, dec_hook=lambda kind, value: kind(value)
    )


def _digest(libraries: Path) -> str:
    """Return a digest of everything that makes the packages what they are."""
    found = hashlib.sha256((libraries / ".ready").read_bytes())
    for path in (*_there(ROOT / "src/fullhouse").values(), *_there(ROOT / "infra").values()):
        found.update(f"{path} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def requirements() -> list[str]:
    """Return the libraries of the functions: the product's, without those unused on Lambda."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    said = [
        *project["dependencies"],
        *extras["aws"],
        *extras["documents"],
        *extras["google"],
        *extras["holidays"],
        *extras["slack"],
    ]
    named = [one.split(";")[0].split(">")[0].strip() for one in said]
    return sorted(one for one in named if one not in NOT_NEEDED)


def _libraries(folder: Path, target: Target) -> Path:
    """Fetch the libraries, unless they are there already."""
    wanted = requirements()
    pins = (ROOT / "constraints.txt").read_text()
    about = (wanted, pins, target, RUNTIME, ARCHITECTURE, sys.version, _interpreter(target), BARE)
    mark = hashlib.sha256(repr(about).encode()).hexdigest()
    done = folder / ".ready"
    if done.exists() and done.read_text() == mark:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    said = ["--only-binary=:all:", "--no-compile", "--target", str(folder), *wanted]
    subprocess.run(
        [str(ROOT / "scripts/pip-install"), sys.executable, *said],
        cwd=ROOT,
        check=True,
        env={**os.environ, **(_machine() if target == "lambda" else {})},
    )
    _compiled(folder, target, BARE)
    done.write_text(mark)
    return folder


def _machine() -> dict[str, str]:
    """Return Lambda's machine and Python in the words of each installer.

    uv takes one machine, the oldest: so it picks the wheels that pip picks.
    """
    version = f"--python-version {RUNTIME.removeprefix('python')}"
    machines = MACHINES[ARCHITECTURE]
    oldest = "-".join(reversed(machines[0].split("_")))
    named = " ".join(f"--platform {one}" for one in machines)
    return {
        "FOR_UV": f"{version} --python-platform {oldest}",
        "FOR_PIP": f"{version} --implementation cp {named}",
    }


def _sources(folder: Path, libraries: Path, target: Target) -> Sources:
    tree = folder / f"fullhouse-{target}"
    shutil.rmtree(tree, ignore_errors=True)
    for place, path in _there(ROOT / "src/fullhouse").items():
        (tree / "fullhouse" / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, tree / "fullhouse" / place)
    compile_templates(tree / "fullhouse/web")
    return Sources(tag=_compiled(tree, target), ours=_there(tree), libraries=_there(libraries))


def _built(
    folder: Path, name: Package, contents: Contents, sources: Sources, target: Target
) -> Built:
    taken = [
        *_our_files(sources.ours, contents),
        *_without(sources.libraries, (*LEFT_OUT, *contents.libraries)),
    ]
    files = dict(one for place, path in taken for one in _with_byte_code(place, path, sources.tag))
    path = folder / f"{name}-{target}.zip"
    _zipped(files, path, COMPRESSION[target])
    return Built(path, sum(one.stat().st_size for one in files.values()), bool(sources.tag))


def _our_files(ours: Files, contents: Contents) -> Iterator[tuple[str, Path]]:
    """Yield our files of a package: of its templates, only what they were compiled to."""
    out = tuple(f"fullhouse/{part}" for part in (*EVERYWHERE, *contents.parts))
    kept = dict(_without(ours, out))
    templates = {place for place in ours if place.startswith(TEMPLATES)}
    unneeded = templates | {_compiled_to(place) for place in templates - kept.keys()}
    return ((place, path) for place, path in kept.items() if place not in unneeded)


def _compiled_to(template: str) -> str:
    name = ModuleLoader.get_module_filename(template.removeprefix(TEMPLATES))
    return f"fullhouse/web/{COMPILED}/{name}"


def _there(root: Path) -> Files:
    """Find each file that may go into a package, byte code apart, by its place."""
    files = (path for path in sorted(root.rglob("*")) if path.is_file() and path.suffix != ".po")
    return {str(path.relative_to(root)): path for path in files if "__pycache__" not in path.parts}


def _without(files: Files, out: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    starts = tuple(f"{one}{end}" for one in out for end in ("/", ".cpython", "-"))
    for place, path in files.items():
        if place not in out and not place.startswith(starts) and not _about_itself(place):
            yield place, path


def _about_itself(place: str) -> bool:
    """Return True for files for installers and type checkers; one library reads its own version."""
    top = place.partition("/")[0]
    if top.startswith(f"{HOLIDAYS[0]}-") and place.endswith("/METADATA"):
        return False
    if top in (".lock", ".ready"):
        return True
    return top.endswith(".dist-info") or place.endswith((".pyi", ".typed"))


def _interpreter(target: Target) -> str:
    """Return the Python that will run it, if the machine has one of its kind."""
    return sys.executable if target == "host" else shutil.which(RUNTIME) or ""


def _compiled(tree: Path, target: Target, level: int = 0) -> str:
    """Compile to byte code if this machine has that Python, and return its tag."""
    if not (python := _interpreter(target)):
        return ""
    said = [
        "-m",
        "compileall",
        "-q",
        "-o",
        str(level),
        "--invalidation-mode",
        "unchecked-hash",
        "-s",
        str(tree),
        "-p",
        TASK,
        str(tree),
    ]
    subprocess.run([python, *said], check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    tag = "import sys; print(sys.implementation.cache_tag)"
    return subprocess.run(
        [python, "-c", tag], check=True, capture_output=True, text=True
    ).stdout.strip()


def _with_byte_code(place: str, path: Path, tag: str) -> Iterator[tuple[str, Path]]:
    """Yield what is packed for a file: also its byte code, or only that for what nobody reads."""
    if not tag or path.suffix != ".py":
        yield place, path
        return
    plain = f"{path.stem}.{tag}.pyc"
    compiled = path.parent / "__pycache__" / plain
    if not compiled.exists():
        compiled = compiled.with_name(f"{path.stem}.{tag}.opt-{BARE}.pyc")
    if any(place == name or place.startswith(f"{name}/") for name in UNREAD):
        yield place.removesuffix(".py") + ".pyc", compiled
    else:
        yield place, path
        yield f"{place.rpartition('/')[0]}/__pycache__/{plain}".lstrip("/"), compiled


def _zipped(files: Files, path: Path, level: int) -> None:
    """Pack files so that the same ones always make the same zip."""
    fresh = path.with_suffix(".new")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as packed:
        for place, one in sorted(files.items()):
            about = zipfile.ZipInfo(place, EPOCH)
            about.external_attr = 0o644 << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(about, one.read_bytes(), compresslevel=level)
    fresh.replace(path)

"""Reports the shape of src/fullhouse as a Markdown table, to compare before and after a change.

python scripts/shape.py              the table, in a few seconds
python scripts/shape.py --demo       also time `make demo` on a fresh clone (needs the network)
python scripts/shape.py --demo-only  only that
"""

import argparse
import ast
import io
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZIP_DEFLATED, ZipFile

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/fullhouse"
MAX_COLUMNS = 100
MAX_COMPLEXITY = 10
MAX_NAME_USES = 2
SMALL_FILE_LINES = 50
READERS = ("intent_of", "reply_intent", "read_intent")
REPLY = "So sorry, but I can't make it on Friday after all. Please give my seat to someone else."
# What a fresh clone must not see: this checkout's sources and make's own settings.
HIDDEN = ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Row = tuple[str, str]


@dataclass(frozen=True)
class Module:
    """One Python file of the package."""

    path: Path
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text)))

    @cached_property
    def functions(self) -> list[Function]:
        return [node for node in self.nodes if isinstance(node, Function)]

    @property
    def name(self) -> str:
        parts = self.path.relative_to(PACKAGE.parent).with_suffix("").parts
        return ".".join(parts).removesuffix(".__init__")

    @property
    def is_small(self) -> bool:
        return len(self.lines) < SMALL_FILE_LINES

    @property
    def is_plain(self) -> bool:
        """Return False for __init__ files and Lambda handlers, which are small by nature."""
        return self.path.name != "__init__.py" and "functions" not in self.path.parts


def complexity(function: Function) -> int:
    return 1 + sum(branches(node) for node in ast.walk(function))


def branches(node: ast.AST) -> int:
    """Count each way on from this node, those inside expressions included."""
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    plain = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.match_case)
    return int(isinstance(node, plain))


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def imports(module: Module) -> set[str]:
    """Return every dotted name that this module imports; a name may be a module or inside one."""
    found = set()
    for node in module.nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def small_with_one_neighbour(modules: list[Module]) -> int:
    """Count small files whose only importer is in the same folder."""
    importers: dict[str, list[Path]] = {module.name: [] for module in modules}
    for module in modules:
        for name in imports(module) & importers.keys():
            importers[name].append(module.path)
    small = [module for module in modules if module.is_small and module.is_plain]
    alone = [module for module in small if len(importers[module.name]) == 1]
    return sum(importers[module.name][0].parent == module.path.parent for module in alone)


def comments(module: Module) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def middle(numbers: Iterable[int]) -> str:
    """Return the median, the 95th percentile and the maximum."""
    ordered = sorted(numbers)
    high = ordered[len(ordered) * 95 // 100]
    return f"{statistics.median_low(ordered)} / {high} / {ordered[-1]}"


def file_rows(modules: list[Module]) -> Iterator[Row]:
    small = [module for module in modules if module.is_small]
    long_lines = sum(len(line) > MAX_COLUMNS for module in modules for line in module.lines)
    lines = sum(len(module.lines) for module in modules)
    yield "Python files", f"{len(modules):,}"
    yield "Python lines", f"{lines:,}"
    yield f"lines over {MAX_COLUMNS} columns", f"{long_lines:,}"
    yield f"files under {SMALL_FILE_LINES} lines", str(len(small))
    plain = sum(module.is_plain for module in small)
    yield "the same without `__init__.py` and Lambda handlers", str(plain)
    alone = small_with_one_neighbour(modules)
    yield "small files with one importer, in the same folder", str(alone)
    files = middle(len(module.lines) for module in modules)
    yield "median / 95th percentile / longest file", files
    filled = sum(bool(line.strip()) for module in modules for line in module.lines)
    share = 100 * sum(comments(module) for module in modules) / filled
    yield "comments per 100 lines that are not blank", f"{share:.1f}"


def function_rows(functions: list[Function]) -> Iterator[Row]:
    counts = [complexity(function) for function in functions]
    over = sum(count > MAX_COMPLEXITY for count in counts)
    density = [(complexity(function) - 1) / length(function) for function in functions]
    docstrings = [ast.get_docstring(function) or "" for function in functions]
    told = sum(text.startswith(("Say ", "Tell ")) for text in docstrings)
    lengths = middle(length(function) for function in functions)
    yield "median / 95th percentile / longest function", lengths
    yield f"functions over complexity {MAX_COMPLEXITY} / highest", f"{over} / {max(counts)}"
    yield "branches per function line, mean", f"{statistics.mean(density):.2f}"
    yield "docstrings that begin with Say or Tell", str(told)


def expression_rows(modules: list[Module]) -> Iterator[Row]:
    nodes = [node for module in modules for node in module.nodes]
    choices = [node for node in nodes if isinstance(node, ast.IfExp)]
    nested = sum(has_nested_choice(choice) for choice in choices)
    yield "conditional expressions / with another inside", f"{len(choices):,} / {nested}"
    names = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    often = [name for name, count in names.items() if count > MAX_NAME_USES]
    public = sum(not name.startswith("_") for name in often)
    yield f"public class names used more than {MAX_NAME_USES} times", str(public)
    uses = [len(re.findall(r"\bapp\.state\b", module.text)) for module in modules]
    yield "uses of `app.state` / files", f"{sum(uses)} / {sum(map(bool, uses))}"


def has_nested_choice(choice: ast.IfExp) -> bool:
    return any(isinstance(node, ast.IfExp) for node in ast.walk(choice) if node is not choice)


def wheel_rows() -> Iterator[Row]:
    """Measure the package as the wheel packs it; building one would need hatchling."""
    paths = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    parts = {path: path.relative_to(PACKAGE).as_posix() for path in paths}
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as wheel:
        for path, part in parts.items():
            wheel.write(path, part)
    yield "wheel, packed", kilobytes(packed.tell())
    for title, pattern in (
        ("training data", r"examples/|training/"),
        ("weights", r"weights"),
        ("reply grammars", r"/tongues/|/replies/languages/"),
    ):
        size = sum(path.stat().st_size for path, part in parts.items() if re.search(pattern, part))
        yield f"wheel, unpacked: {title}", kilobytes(size)
    largest = max(paths, key=lambda path: path.stat().st_size)
    yield "wheel, largest file", f"{kilobytes(largest.stat().st_size)} ({parts[largest]})"


def kilobytes(size: int) -> str:
    return f"{size / 1000:,.0f} kB"


def reply_rows(modules: list[Module]) -> Iterator[Row]:
    """Time the first reply that a new process reads, without anything that an earlier one kept."""
    code = reply_code(modules)
    if not code:
        yield "first reply read in a fresh process", "reader not found"
        return
    with tempfile.TemporaryDirectory() as folder:
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PACKAGE, Path(folder) / "fullhouse", ignore=compiled)
        before = processor_seconds()
        run = [sys.executable, "-c", code]
        subprocess.run(run, env={**os.environ, "PYTHONPATH": folder}, check=True)
        seconds = processor_seconds() - before
    yield "first reply read in a fresh process, seconds of processor time", f"{seconds:.1f}"


def reply_code(modules: list[Module]) -> str:
    """Return the code that reads one reply, under whatever name the reader has at this commit."""
    for module in modules:
        for name in READERS:
            if module.path.name == "intent.py" and f"def {name}(" in module.text:
                return f"from {module.name} import {name}; {name}({REPLY!r})"
    return ""


def demo_rows() -> Iterator[Row]:
    """Run `make demo` on a clone of what is committed, with empty caches."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        caches = {"UV_CACHE_DIR": f"{folder}/uv", "PIP_CACHE_DIR": f"{folder}/pip"}
        kept = {name: value for name, value in os.environ.items() if name not in HIDDEN}
        before = processor_seconds()
        seconds = first_page(clone, {**kept, **caches})
        yield "`make demo`, seconds to the first page", f"{seconds:.1f}"
        yield "`make demo`, seconds of processor time", f"{processor_seconds() - before:.1f}"
        yield "`make demo`, megabytes installed", f"{megabytes(clone / '.venv'):.0f}"


def first_page(clone: Path, environment: dict[str, str]) -> float:
    """Start the demo, fetch its first page, stop it and return the seconds until the page came."""
    start = time.perf_counter()
    demo = subprocess.Popen(
        ["make", "demo"],
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        address = next(filter(None, map(find_address, demo.stdout or ())))
        with urlopen(address, timeout=60) as page:  # noqa: S310 - our own server
            page.read()
        return time.perf_counter() - start
    finally:
        os.killpg(demo.pid, signal.SIGTERM)
        demo.communicate()


def find_address(line: str) -> str:
    found = re.search(r"Fullhouse is at (\S+)", line)
    return found[1] if found else ""


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def megabytes(folder: Path) -> float:
    """Return what the folder takes on disk; a linked file counts once."""
    done = subprocess.run(["du", "-sk", folder], check=True, capture_output=True, text=True)
    return int(done.stdout.split()[0]) / 1000


def shape_rows() -> Iterator[Row]:
    modules = [Module(path, path.read_text()) for path in sorted(PACKAGE.rglob("*.py"))]
    yield from file_rows(modules)
    yield from function_rows([function for module in modules for function in module.functions])
    yield from expression_rows(modules)
    yield from wheel_rows()
    yield from reply_rows(modules)


def main() -> None:
    """Print the rows that were asked for."""
    parser = argparse.ArgumentParser(description="Report the shape of src/fullhouse.")
    parser.add_argument("--demo", action="store_true", help="also time make demo on a fresh clone")
    parser.add_argument("--demo-only", action="store_true", help="time only that")
    chosen = parser.parse_args()
    sys.stdout.write("| measure | value |\n| --- | --- |\n")
    if not chosen.demo_only:
        write(shape_rows())
    if chosen.demo or chosen.demo_only:
        write(demo_rows())


def write(rows: Iterable[Row]) -> None:
    for measure, value in rows:
        sys.stdout.write(f"| {measure} | {value} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""The packages: light, the same each time, for Lambda's Python, and complete."""

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import botocore
import pytest

from infra import package
from infra.function import Function, Package
from infra.package import Built
from infra.package_contents import CONTENTS
from infra.registry import FUNCTIONS
from tests.corpus.pages import text_pdf

ROOT = Path(__file__).parents[2]
UNWANTED = (
    "botocore",
    "boto3",
    "uvicorn",
    "uvloop",
    "httptools",
    "rich",
    "aiosmtpd",
    "pytest",
    "dns",
    "dkim",
)
# What only the function that speaks with Google and reads calendars carries.
HEAVY = ("google", "cryptography", "pyasn1")
# What reads calendars, also those that come with a mail.
CALENDARS = ("click", "recurring_ical_events")
TRY = """
import sys
sys.path = [one for one in sys.path if "site-packages" not in one and not one.endswith("src")]
sys.path[:0] = [sys.argv[1]]
sys.path.append(sys.argv[2])
import importlib
module = importlib.import_module(sys.argv[3])
assert callable(module.handle)
ours = [one.__file__ for name, one in sys.modules.items() if name.partition(".")[0] == "fullhouse"]
assert all(one.startswith(sys.argv[1]) for one in ours), ours
"""
PDFIUM = "pypdfium2_raw/libpdfium.so"
MACHINE, AARCH64 = slice(18, 20), b"\xb7\x00"  # where a library says for which processor it is
ENTRY = b"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20260601T080000Z
DTSTART:20260610T120000Z
SUMMARY:Cut for Anna Berg
END:VEVENT
END:VCALENDAR
"""
READS = """
import sys
sys.path = [one for one in sys.path if "site-packages" not in one and not one.endswith("src")]
sys.path[:0] = [sys.argv[1]]
sys.path.append(sys.argv[2])
from datetime import UTC, datetime
from pathlib import Path
from fullhouse.inbound.attachments.text_formats import read_entry
import fullhouse.platforms.aws.functions.wl_intake_ses_parser
print(read_entry(Path(sys.argv[3], "a.ics").read_bytes(), "UTC", datetime(2026, 6, 1, tzinfo=UTC)))
"""
OPENS = """
import sys
sys.path = [one for one in sys.path if "site-packages" not in one and not one.endswith("src")]
sys.path[:0] = [sys.argv[1]]
from pathlib import Path
from fullhouse.inbound.attachments.sandbox import SandboxedReader
from fullhouse.platforms.aws.textract import CHILD
reader = SandboxedReader(CHILD, seconds=100)
print(reader.read(Path(sys.argv[3]).read_bytes(), "pdf"))
reader.close()
"""


@pytest.fixture(scope="module")
def for_lambda() -> dict[Package, Built]:
    return package.build(ROOT / "dist/packages")


@pytest.fixture(scope="module")
def for_this_python() -> dict[Package, Built]:
    return package.build(ROOT / "dist/packages", "host")


@pytest.fixture(scope="module")
def unpacked(
    for_this_python: dict[Package, Built], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Package], Path]:
    """Unpack a package where several tests may start from it."""

    @cache
    def unpack(name: Package) -> Path:
        folder = tmp_path_factory.mktemp(name)
        with zipfile.ZipFile(for_this_python[name].path) as packed:
            packed.extractall(folder)
        return folder

    return unpack


def names_in(built: Built) -> list[str]:
    with zipfile.ZipFile(built.path) as packed:
        return packed.namelist()


def test_packages_are_light_also_with_byte_code(for_this_python: dict[Package, Built]) -> None:
    """Functions that people wait for start quickly; the desk may be heavier, syncs and PDFs too."""
    assert {name: contents.largest / 1e6 for name, contents in CONTENTS.items()} == {
        "guests": 15,
        "waitlist": 15,
        "house": 15,
        "desk": 21,
        "reading": 25,
        "sync": 40,
        "dates": 50,
    }
    for name, built in for_this_python.items():
        assert built.byte_code
        assert built.unpacked < CONTENTS[name].largest


def test_guests_functions_are_lighter(for_lambda: dict[Package, Built]) -> None:
    """They hold nothing of the desk or of mail, and phone numbers only where they are typed."""
    assert (
        for_lambda["guests"].unpacked
        < for_lambda["waitlist"].unpacked
        < 0.8 * for_lambda["desk"].unpacked
    )
    parts = ("web/desk", "web/api", "inbound/mail", "inbound/replies", "platforms/memory")
    hosts = tuple(f"fullhouse/{part}/" for part in parts)
    for name in ("guests", "waitlist"):
        assert not [one for one in names_in(for_lambda[name]) if one.startswith((*hosts, "mjml/"))]
    assert not [name for name in names_in(for_lambda["guests"]) if name.startswith("phonenumbers/")]


def test_only_two_packages_carry_what_speaks_with_google(for_lambda: dict[Package, Built]) -> None:
    """It is three times as heavy as all the rest."""
    for name, built in for_lambda.items():
        tops = {one.split("/")[0] for one in names_in(built)}
        assert (set(HEAVY) <= tops) if name in ("sync", "dates") else not set(HEAVY) & tops
        assert ("holidays" in tops) == (name == "dates")
        assert (
            (set(CALENDARS) <= tops)
            if name in ("reading", "sync", "dates")
            else not set(CALENDARS) & tops
        )


def test_nothing_unwanted_is_in_a_package(for_lambda: dict[Package, Built]) -> None:
    """Lambda brings botocore; servers, terminals and tests stay at home."""
    for which, built in for_lambda.items():
        tops = {name.split("/")[0] for name in names_in(built)}
        assert not tops & set(UNWANTED)
        labels = [one for one in names_in(built) if ".dist-info/" in one]
        # The holidays' library asks for its own version when it is imported, and cannot be without.
        wanted = [f"holidays-{version('holidays')}.dist-info/METADATA"] if which == "dates" else []
        assert labels == wanted
        assert {"fullhouse", "tzdata", "msgspec", "jinja2"} <= tops
        assert not [
            name
            for name in names_in(built)
            if "/tests/" in name or name.startswith("fullhouse/cli/")
        ]


def test_libraries_in_machine_code_are_for_lambdas_machine_and_python(
    for_lambda: dict[Package, Built],
) -> None:
    """A wheel for another machine would fail only at run time. One library fits any Python."""
    for built in for_lambda.values():
        compiled = [name for name in names_in(built) if name.endswith(".so")]
        assert compiled
        of_python = [name for name in compiled if name != PDFIUM]
        assert all(
            "aarch64" in name and "314" in name for name in of_python if "abi3" not in name
        ), compiled
        with zipfile.ZipFile(built.path) as packed:
            machines = {packed.read(name)[MACHINE] for name in compiled}
        assert machines == {AARCH64}


def digests(packages: dict[Package, Built]) -> dict[Package, str]:
    return {
        name: hashlib.sha256(built.path.read_bytes()).hexdigest()
        for name, built in packages.items()
    }


@pytest.mark.proof
def test_the_same_code_makes_the_same_package(for_lambda: dict[Package, Built]) -> None:
    """So an unchanged package is no deploy."""
    before = digests(for_lambda)
    assert digests(package.build(ROOT / "dist/packages", again=True)) == before


@pytest.mark.proof
def test_the_same_code_makes_the_same_package_in_another_folder(
    for_lambda: dict[Package, Built], tmp_path: Path
) -> None:
    """One package, the lightest: to build all of them again takes long."""
    prepare, build = package._sources, package._built  # noqa: SLF001 - one package alone
    sources = prepare(tmp_path, ROOT / "dist/packages/libraries-lambda", "lambda")
    again = build(tmp_path, "guests", CONTENTS["guests"], sources, "lambda")
    assert digests({"guests": again}) == {"guests": digests(for_lambda)["guests"]}


def test_the_same_code_is_built_once_and_other_code_anew(
    tmp_path: Path, for_lambda: dict[Package, Built], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever deploys or tests twice does not wait twice."""
    built: list[Package] = []

    def noted(folder: Path, name: Package, *_given: object) -> Built:
        built.append(name)
        return for_lambda[name]

    monkeypatch.setattr(package, "_built", noted)
    monkeypatch.setattr(
        package, "_libraries", lambda *_given: ROOT / "dist/packages/libraries-lambda"
    )
    monkeypatch.setattr(package, "_sources", lambda *_given: None)
    assert package.build(tmp_path) == package.build(tmp_path) == for_lambda
    assert built == list(CONTENTS)
    monkeypatch.setattr(package, "_digest", lambda *_given: "other code")
    assert package.build(tmp_path) == for_lambda
    assert built == [*CONTENTS, *CONTENTS]


def test_a_package_says_how_large_it_is_and_whether_byte_code_is_in_it(
    for_lambda: dict[Package, Built],
) -> None:
    """Whoever deploys reads it."""
    for name, built in for_lambda.items():
        assert f"{name}-lambda.zip: " in built.words()
        assert ("with byte code" in built.words()) == built.byte_code


FIRST = {one.package: one for one in reversed(FUNCTIONS)}.values()
HANDLERS = [
    pytest.param(one, marks=[] if one in FIRST else pytest.mark.proof, id=one.name)
    for one in FUNCTIONS
]


@pytest.mark.parametrize("one", HANDLERS)
def test_a_handler_starts_from_its_package_alone(
    one: Function, unpacked: Callable[[Package], Path]
) -> None:
    """With nothing but the standard library and what Lambda brings beside it."""
    brought = str(Path(botocore.__file__).parents[1])
    module = one.handler.rpartition(".")[0]
    run = [sys.executable, "-I", "-c", TRY, str(unpacked(one.package)), brought, module]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


def test_a_calendar_file_in_a_mail_is_read_from_the_parsers_package_alone(
    unpacked: Callable[[Package], Path], tmp_path: Path
) -> None:
    """It needs a library that is looked for only when such a file comes."""
    (tmp_path / "a.ics").write_bytes(ENTRY)
    brought = str(Path(botocore.__file__).parents[1])
    run = [sys.executable, "-I", "-c", READS, str(unpacked("reading")), brought, str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Anna Berg" in done.stdout


def test_a_pdf_is_opened_by_a_child_from_the_parsers_package_alone_and_by_no_other(
    for_this_python: dict[Package, Built], unpacked: Callable[[Package], Path], tmp_path: Path
) -> None:
    """The child is a process of its own, which has to find what it needs in the package, too."""
    for name, built in for_this_python.items():
        assert (PDFIUM in names_in(built)) == (name == "reading")
    (tmp_path / "a.pdf").write_bytes(text_pdf(["Name: Anna Berg"]))
    brought = str(Path(botocore.__file__).parents[1])
    run = [
        sys.executable,
        "-I",
        "-c",
        OPENS,
        str(unpacked("reading")),
        brought,
        str(tmp_path / "a.pdf"),
    ]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Anna Berg" in done.stdout


@pytest.mark.parametrize("name", ["guests", "waitlist", "desk"])
def test_every_template_is_filled_in_from_its_package_alone(
    name: Package, for_this_python: dict[Package, Built], unpacked: Callable[[Package], Path]
) -> None:
    """As byte code, without the text that it was made of."""
    templates = ROOT / "src/fullhouse/web/templates"
    there = [str(one.relative_to(templates)) for one in templates.rglob("*.html")]
    of_others = ("appointments/", "rsvp/", "waitlist/") if name == "desk" else ("desk/",)
    wanted = [one for one in there if not one.startswith(of_others)]
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from fullhouse.web.pages import environment as e; "
        "[e().get_template(one) for one in sys.argv[2:]]"
    )
    run = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(
        [*run, str(unpacked(name)), *wanted],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert not [
        one for one in names_in(for_this_python[name]) if one.startswith("fullhouse/web/templates/")
    ]


def test_public_holidays_are_worked_out_from_their_package_alone(
    unpacked: Callable[[Package], Path],
) -> None:
    """The library looks up its own version where installers write it."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from fullhouse.inbound.holiday_source import holidays_of; "
        "print(holidays_of('SG', 2026).until)"
    )
    run = [sys.executable, "-I", "-S", "-c", code, str(unpacked("dates"))]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.strip() == "2028-12-31", done.stderr

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

from fullhouse.web.pages import COMPILED, compile_templates
from infra.function import Package
from infra.names import ARCHITECTURE, RUNTIME
from infra.registry import FUNCTIONS

Target = Literal["lambda", "host"]
Files = Mapping[str, Path]
ROOT = Path(__file__).parents[1]
# The oldest that a library may be made for, and the newest that Lambda's system understands.
MACHINES = {"arm64": ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64")}
LARGEST_BYTES = 15_000_000
EPOCH = (1980, 1, 1, 0, 0, 0)
TASK = "/var/task"

# Lambda has botocore; a server, a terminal and a mail server are not needed there.
NOT_NEEDED = ("aiosmtpd", "botocore", "click", "httptools", "rich", "uvicorn", "uvloop")
# Unused parts of libraries: tests, terminals, other event loops, old time zones, a resolver,
# server middleware, old names, and the regions of phone numbers.
LEFT_OUT = (
    "anyio/_backends/_trio.py",
    "anyio/_core/_tempfile.py",
    "anyio/functools.py",
    "anyio/itertools.py",
    "anyio/pytest_plugin.py",
    "anyio/to_interpreter.py",
    "anyio/to_process.py",
    "bin",
    "dateutil/zoneinfo",
    "dns",
    "icalendar/cli.py",
    "icalendar/tests",
    "idna/cli.py",
    "idna/codec.py",
    "jinja2/meta.py",
    "jinja2/nativetypes.py",
    "multipart",
    "phonenumbers/carrier.py",
    "phonenumbers/geocoder.py",
    "phonenumbers/prefix.py",
    "phonenumbers/timezone.py",
    "pypdfium2/__main__.py",
    "pypdfium2_cli",
    "segno/cli.py",
    "segno/helpers.py",
    "share",
    "slack",
    "slack_sdk/aiohttp_version_checker.py",
    "slack_sdk/audit_logs",
    "slack_sdk/http_retry/async_handler.py",
    "slack_sdk/http_retry/builtin_async_handlers.py",
    "slack_sdk/models/dialoags.py",
    "slack_sdk/models/dialogs",
    "slack_sdk/oauth",
    "slack_sdk/rtm",
    "slack_sdk/rtm_v2",
    "slack_sdk/scim",
    "slack_sdk/signature",
    "slack_sdk/socket_mode",
    "slack_sdk/web/async_base_client.py",
    "slack_sdk/web/async_chat_stream.py",
    "slack_sdk/web/async_client.py",
    "slack_sdk/web/async_internal_utils.py",
    "slack_sdk/web/async_slack_response.py",
    "slack_sdk/web/legacy_base_client.py",
    "slack_sdk/web/legacy_client.py",
    "slack_sdk/web/legacy_slack_response.py",
    "slack_sdk/webhook/async_client.py",
    "starlette/authentication.py",
    "starlette/config.py",
    "starlette/endpoints.py",
    "starlette/middleware/authentication.py",
    "starlette/middleware/base.py",
    "starlette/middleware/cors.py",
    "starlette/middleware/gzip.py",
    "starlette/middleware/opentelemetry.py",
    "starlette/middleware/sessions.py",
    "starlette/middleware/wsgi.py",
    "starlette/schemas.py",
    "starlette/staticfiles.py",
    "starlette/templating.py",
    "starlette/testclient.py",
)

# Generated tables, and large libraries: only their byte code is packed, if there is any. A
# traceback still names their lines.
UNREAD = (
    "dateutil",
    f"fullhouse/web/{COMPILED}",
    "icalendar",
    "idna/uts46data.py",
    "phonenumbers/data",
    "phonenumbers/shortdata",
    "segno",
    "slack_sdk",
)


class Contents(msgspec.Struct, frozen=True):
    """Libraries and parts of our code that a package leaves out, besides those left out of all."""

    libraries: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    largest: int = LARGEST_BYTES


# What people type is not what functions do.
TYPED = ("platforms/aws/cost", "platforms/aws/dead_letters.py")
EVERYWHERE = ("cli", "platforms/local", "platforms/memory", *TYPED)
# Clients of Google and readers of calendars, with their own libraries: heavy, and not for pages.
GOOGLE = (
    "google",
    "cryptography",
    "pyasn1",
    "pyasn1_modules",
    "cffi",
    "pycparser",
    "_cffi_backend",
)
CALENDARS = ("recurring_ical_events", "x_wr_timezone.py", "click")
OUTSIDE = ("inbound/google", "inbound/calendar_feeds", "inbound/spreadsheets", "inbound/sync")
PHONES = ("phonenumbers",)
# What writes to staff in Slack.
SLACK = ("slack_sdk",)
# What knows the public holidays of the world: a fifth of what else it travels with.
HOLIDAYS = ("holidays",)
# What opens a PDF: nobody waits for whoever reads mail.
PDFS = ("pypdfium2", "pypdfium2_cfg", "pypdfium2_raw")
# Web libraries, not needed by functions that only a schedule or another function invokes.
PAGES = ("anyio", "mangum", "python_multipart", "segno", "starlette")
# What only hosts open, and what only puts letters on paper.
BACKSTAGE = (
    "inbound/mail",
    "inbound/questions",
    "inbound/replies",
    "inbound/slack",
    "web/api",
    "web/desk",
    "web/hooks/slack.py",
    "web/templates/desk",
)
# What reads mail and has a model word things, beside the little of it that the desk has a use for.
READERS = {
    "inbound/mail": (
        "attempt",
        "authentication",
        "auto_replies",
        "away_notes",
        "bounce_reports",
        "calendar_reply",
        "event_mail",
        "header_check",
        "new_text",
        "organizational_domain",
        "our_questions",
        "parsing",
        "pipeline",
        "reader",
        "sender_check",
        "wanted",
    ),
    "inbound/extraction": (
        "customer_names",
        "date_context",
        "date_patterns",
        "dates",
        "labelled_lines",
        "offered_times",
        "party_size",
        "passages",
        "request",
        "request_text",
        "requester",
        "thread",
        "times",
    ),
    "inbound/llm": (
        "anthropic",
        "field_extraction",
        "grounding",
        "mail_extraction",
        "narration",
        "number_words",
        "openai",
        "settings",
        "vendor_http",
    ),
}
SEES = tuple(f"platforms/aws/{name}.py" for name in ("mail/intake", "pdf_worker", "textract"))
# The desk is one function; the handlers of the others are of no use to it.
OTHERS = tuple(
    f"{one.handler.removeprefix('fullhouse.').rpartition('.')[0].replace('.', '/')}.py"
    for one in FUNCTIONS
    if one.package != "desk"
)
# What tells from a mail's words what its sender wants, and what opens files.
WANTS = (
    "inbound/attachments",
    "inbound/replies",
    *SEES,
    *(f"inbound/extraction/{name}.py" for name in READERS["inbound/extraction"]),
)
READS_MAIL = (
    *WANTS,
    *(f"{room}/{name}.py" for room in ("inbound/mail", "inbound/llm") for name in READERS[room]),
)
# What adds imported guests; who reads mail needs only its reader of workbooks.
IMPORTS = tuple(f"inbound/guest_import/{name}.py" for name in ("job", "placement", "preview"))
CONTENTS: dict[Package, Contents] = {
    "guests": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS, *PHONES, *SLACK, "mjml"), (*OUTSIDE, *BACKSTAGE)
    ),
    "waitlist": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS, *SLACK, "mjml", "segno"), (*OUTSIDE, *BACKSTAGE)
    ),
    "desk": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS), (*READS_MAIL, *OTHERS), largest=20_000_000
    ),
    "house": Contents((*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS, *PAGES), (*OUTSIDE, *WANTS, "web")),
    "reading": Contents(
        (*GOOGLE, *HOLIDAYS, *PAGES, *SLACK, "mjml"),
        ("inbound/questions", "inbound/google", "inbound/slack", *IMPORTS, "web"),
        largest=25_000_000,
    ),
    "sync": Contents((*PDFS, *HOLIDAYS, *PAGES, *SLACK, "mjml"), ("web",), largest=40_000_000),
    "dates": Contents((*PDFS, *PAGES, *SLACK, "mjml"), ("web",), largest=50_000_000),
}


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
        libraries = _there(place)
        built = {
            name: _built(folder, name, contents, libraries, target)
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
    about = (wanted, pins, target, RUNTIME, ARCHITECTURE, sys.version, _interpreter(target))
    mark = hashlib.sha256(repr(about).encode()).hexdigest()
    done = folder / ".ready"
    if done.exists() and done.read_text() == mark:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    kind: list[str] = []
    if target == "lambda":
        version = RUNTIME.removeprefix("python")
        machines = [word for one in MACHINES[ARCHITECTURE] for word in ("--platform", one)]
        kind = [*machines, "--python-version", version, "--implementation", "cp"]
    said = ["--only-binary=:all:", "--no-compile", "--target", str(folder), *kind, *wanted]
    subprocess.run([str(ROOT / "scripts/pip-install"), sys.executable, *said], cwd=ROOT, check=True)
    _compiled(folder, target)
    done.write_text(mark)
    return folder


def _built(
    folder: Path, name: Package, contents: Contents, libraries: Files, target: Target
) -> Built:
    tree = folder / f"{name}-{target}"
    shutil.rmtree(tree, ignore_errors=True)
    source = ROOT / "src/fullhouse"
    for place, path in _without(_there(source), (*EVERYWHERE, *contents.parts)):
        (tree / "fullhouse" / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, tree / "fullhouse" / place)
    web = tree / "fullhouse/web"
    if web.exists():
        compile_templates(web)
        shutil.rmtree(web / "templates")
    tag = _compiled(tree, target)
    taken = [*_there(tree).items(), *_without(libraries, (*LEFT_OUT, *contents.libraries))]
    files = dict(one for place, path in taken for one in _with_byte_code(place, path, tag))
    path = folder / f"{name}-{target}.zip"
    _zipped(files, path)
    return Built(path, sum(one.stat().st_size for one in files.values()), bool(tag))


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
    return top.endswith(".dist-info") or top == ".ready" or place.endswith((".pyi", ".typed"))


def _interpreter(target: Target) -> str:
    """Return the Python that will run it, if the machine has one of its kind."""
    return sys.executable if target == "host" else shutil.which(RUNTIME) or ""


def _compiled(tree: Path, target: Target) -> str:
    """Compile to byte code if this machine has that Python, and return its tag."""
    if not (python := _interpreter(target)):
        return ""
    said = [
        "-m",
        "compileall",
        "-q",
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
    compiled = path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc"
    if any(place == name or place.startswith(f"{name}/") for name in UNREAD):
        yield place.removesuffix(".py") + ".pyc", compiled
    else:
        yield place, path
        yield f"{place.rpartition('/')[0]}/__pycache__/{compiled.name}".lstrip("/"), compiled


def _zipped(files: Files, path: Path) -> None:
    """Pack files so that the same ones always make the same zip."""
    fresh = path.with_suffix(".new")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for place, one in sorted(files.items()):
            about = zipfile.ZipInfo(place, EPOCH)
            about.external_attr = 0o644 << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(about, one.read_bytes())
    fresh.replace(path)

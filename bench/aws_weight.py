"""Cost of a cold start on AWS: a guest's page by `ev-register`, against a bare DynamoDB client.

Each start is a fresh process that counts its own processor time, from its first line to the page.
AWS is a small server here that gives the same few answers each time; the function reads its
parameters and its event from it.
"""

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from zipfile import ZipFile

import msgspec

from bench.figures import Figure, Figures, Sizes
from bench.processes import ROOT
from fullhouse.platforms.aws.config import PREFIX
from fullhouse.platforms.aws.dynamodb.item_codec import shape
from fullhouse.products.rsvp.model import Event, Settings
from fullhouse.web.pages import compile_templates

WANTED_RATIO = 2.0
WANTED_MEGABYTES = 15
FUNCTIONS = ROOT / "src/fullhouse/platforms/aws/functions"
EVENT = Event(
    id="party",
    name="Summer party",
    starts_at=datetime(2036, 6, 20, 18, 0),
    ends_at=datetime(2036, 6, 20, 23, 0),
    timezone="Europe/Berlin",
    venue="The old mill",
    host_email="host@example.org",
    settings=Settings(),
    plans=(),
    created_at=datetime(2036, 6, 1, tzinfo=UTC),
    cap=80,
)
PARAMETERS = {
    "urls/register": "https://example.org",
    "urls/links": "https://example.org",
    "urls/desk": "https://example.org",
    "sender": "house@example.org",
    "owner": "host@example.org",
    "keep-days": "0",
    "model": "bedrock",
}
BARE = """
from time import process_time
began = process_time()
import botocore.session
botocore.session.get_session().create_client("dynamodb")
print(process_time() - began)
"""
LOADED = """
from time import process_time
began = process_time()
import fullhouse.platforms.aws.functions.{name}
print(process_time() - began)
"""
PAGE = """
from time import process_time
began = process_time()
from fullhouse.platforms.aws.functions.ev_register import handle
class Context:
    aws_request_id = "8476a536-e9f4-11e8-9739-2dfe598c3fcd"
about = {"http": {"method": "GET", "path": "/e/party", "sourceIp": "203.0.113.9"}}
event = {"version": "2.0", "rawPath": "/e/party", "rawQueryString": "", "headers": {}}
event["requestContext"] = about
answer = handle(event, Context())
took = process_time() - began
assert answer["statusCode"] == 200 and "Summer party" in answer["body"], answer
print(took)
"""


def cold_start(sizes: Sizes) -> Figures:
    """Start both, in turns, some times."""
    with _shipped() as tree, _aws() as url:
        known = {**_environment(url), "PYTHONPATH": str(tree)}
        _start(PAGE, known)
        bare, page = zip(
            *((_start(BARE, known), _start(PAGE, known)) for _ in range(sizes.cold_starts)),
            strict=True,
        )
    ratio = median(page) / median(bare)
    measured = (
        f"{ratio:.2f} ({1000 * median(page):.0f} ms against {1000 * median(bare):.0f} ms of CPU)"
    )
    wanted = f"at most {WANTED_RATIO:.1f}"
    yield Figure(
        "guest's page after a cold start, by a bare DynamoDB client",
        measured,
        wanted,
        ratio <= WANTED_RATIO,
    )


def weights(sizes: Sizes) -> Figures:
    """Measure the package size of each function, as last built, and the cost of loading it."""
    for name in ("guests", "house"):
        path = ROOT / f"dist/packages/{name}-lambda.zip"
        yield (
            _package(name, path)
            if path.exists()
            else Figure(f"package of {name}", "not built: make package")
        )
    functions = sorted(path.stem for path in FUNCTIONS.glob("[a-z]*.py"))
    with _shipped() as tree:
        known = {**_environment(""), "PYTHONPATH": str(tree)}
        del known["AWS_LAMBDA_FUNCTION_NAME"]
        for name in functions:
            took = median(_start(LOADED.format(name=name), known) for _ in range(sizes.starts))
            yield Figure(f"loading {name.replace('_', '-')}", f"{1000 * took:.0f} ms of CPU")


def _package(name: str, path: Path) -> Figure:
    with ZipFile(path) as packed:
        unpacked = sum(one.file_size for one in packed.infolist())
    wanted = f"under {WANTED_MEGABYTES} MB"
    return Figure(
        f"package of {name}, unpacked",
        f"{unpacked / 1e6:.1f} MB",
        wanted,
        unpacked < WANTED_MEGABYTES * 1e6,
    )


def _start(script: str, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def _environment(url: str) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", ""),
        "AWS_ENDPOINT_URL": url,
        "AWS_REGION": "ap-southeast-1",
        "AWS_DEFAULT_REGION": "ap-southeast-1",
        "AWS_ACCESS_KEY_ID": "bench",
        "AWS_SECRET_ACCESS_KEY": "bench",
        "AWS_LAMBDA_FUNCTION_NAME": "ev-register",
    }


@contextmanager
def _shipped() -> Iterator[Path]:
    """Copy our code as it is shipped: templates as Python, and byte code beside everything."""
    with TemporaryDirectory() as folder:
        package = Path(folder) / "fullhouse"
        shutil.copytree(
            ROOT / "src/fullhouse", package, ignore=shutil.ignore_patterns("__pycache__")
        )
        compile_templates(package / "web")
        compileall.compile_dir(package, quiet=1)
        yield Path(folder)


class Aws(BaseHTTPRequestHandler):
    """Answers what the function asks on its way to the page, and nothing else."""

    def do_POST(self) -> None:
        """Answer by the name of the call."""
        self.rfile.read(int(self.headers["content-length"]))
        body = msgspec.json.encode(ANSWERS[self.headers["x-amz-target"].rpartition(".")[2]])
        self.send_response(200)
        self.send_header("content-type", "application/x-amz-json-1.0")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_given: object) -> None:
        """Log nothing."""


ANSWERS: dict[str, Any] = {
    "GetParametersByPath": {
        "Parameters": [
            {"Name": PREFIX + name, "Value": value} for name, value in PARAMETERS.items()
        ]
    },
    "GetItem": {"Item": shape(Event).item(EVENT)},
}


@contextmanager
def _aws() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Aws) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()

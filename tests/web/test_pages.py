import shutil
import sys
import tempfile
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import cast

import pytest
from jinja2 import Environment, FileSystemLoader, ModuleLoader, TemplateNotFound
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.testclient import TestClient

from fullhouse.engine.core import Engine
from fullhouse.engine.execute import TooManyConflicts
from fullhouse.engine.ports import StoreDown
from fullhouse.web import pages
from fullhouse.web.brand import PageLook
from fullhouse.web.dependencies import Dependencies, attach


async def busy(request: Request) -> Response:
    raise TooManyConflicts


async def down(request: Request) -> Response:
    raise StoreDown


async def framed(request: Request) -> Response:
    return pages.page(
        request,
        "problem.html",
        headers=pages.EMBEDDED,
        heading="Hello",
        text="There",
        way_on=("On", "/on"),
    )


def small_app(routes: list[BaseRoute]) -> Starlette:
    """Return an app with no more than a page needs."""
    app = Starlette(routes=routes, exception_handlers=dict(pages.error_handlers()))
    attach(app, Dependencies(engine=cast("Engine", None)))
    return app


@pytest.fixture
def web() -> Iterator[TestClient]:
    routes: list[BaseRoute] = [
        Route("/busy", busy),
        Route("/down", down),
        Route("/framed", framed),
        *pages.static_routes(),
    ]
    with TestClient(small_app(routes)) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "said"), [("/busy", "Nothing was changed"), ("/down", "Doing it twice does no harm")]
)
def test_when_the_store_does_not_answer_it_is_said_what_to_do(
    web: TestClient, path: str, said: str
) -> None:
    page, told = web.get(path), web.get(path, headers={"accept": "application/json"})
    assert page.status_code == told.status_code == 503
    assert page.headers["retry-after"] == told.headers["retry-after"] == "2"
    assert said in page.text
    assert said in told.json()["error"]["message"]


def test_what_is_not_done_here_is_said_so(web: TestClient) -> None:
    refused = web.post("/framed")
    assert refused.status_code == 405
    assert "GET" in refused.headers["allow"]
    assert "That doesn&#39;t work here." in refused.text


def test_only_an_embedded_page_may_be_framed(web: TestClient) -> None:
    headers = web.get("/framed").headers
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "x-frame-options" not in headers
    for path in ("/down", "/nothing"):
        headers = web.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"


def test_behind_a_proxy_every_address_starts_with_its_path() -> None:
    app = small_app([Route("/framed", framed)])
    with TestClient(app, root_path="/tickets") as client:
        text = client.get("/tickets/framed").text
    assert 'href="/tickets/static/base.css' in text
    assert 'href="/tickets/on"' in text


def test_templates_can_be_written_as_python_for_a_copy_that_starts_fast(tmp_path: Path) -> None:
    shutil.copytree(Path(pages.__file__).parent / "templates", tmp_path / "templates")
    shutil.rmtree(tmp_path / "templates" / "desk")
    pages.compile_templates(tmp_path)
    env = pages.environment().overlay(loader=ModuleLoader(str(tmp_path / pages.COMPILED)))
    told: dict[str, object] = {
        "heading": "Hello",
        "text": "a & b",
        "way_on": None,
        "root": "",
        "to": str,
        "contact": None,
        "languages": [],
        "look": PageLook,
    }
    found = env.get_template("problem.html").render(told)
    assert found == pages.environment().get_template("problem.html").render(told)
    assert "a &amp; b" in found
    with pytest.raises(TemplateNotFound):
        env.get_template("desk/events/home.html")


def full_disk(**_: object) -> None:
    raise OSError(ENOSPC, "No space left on device")


def kept_in(folder: Path, text: str) -> str:
    """Render a template whose code is kept in a folder, as a new process would."""
    (folder / "hello.html").write_text(text)
    env = Environment(
        loader=FileSystemLoader(folder), autoescape=True, bytecode_cache=pages.kept_code(folder)
    )
    return env.get_template("hello.html").render()


def test_the_code_of_a_template_is_kept_for_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert kept_in(tmp_path, "Hello") == "Hello"
    with monkeypatch.context() as compiling:
        compiling.setattr(Environment, "compile", None)
        assert kept_in(tmp_path, "Hello") == "Hello"
    assert kept_in(tmp_path, "Good morning") == "Good morning"


def test_kept_code_of_another_version_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    kept_in(tmp_path, "Hello")
    module = tmp_path / "pages.py"
    module.write_text("Another version")
    monkeypatch.setattr(pages, "__file__", str(module))
    monkeypatch.setattr(Environment, "compile", None)
    with pytest.raises(TypeError):
        kept_in(tmp_path, "Hello")


def test_a_page_is_shown_where_no_code_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert pages.kept_code(tmp_path / "missing") is None
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full_disk)
    assert kept_in(tmp_path, "Hello") == "Hello"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert pages.kept_code(tmp_path) is None

"""The server to measure: `fullhouse serve` with one more route, a POST that reads JSON only.

Run as `python -m bench.host serve --data DIR …`.
"""

from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.cli import main, server
from fullhouse.inbound.forms.guest_form import SignUpForm
from fullhouse.web.app import make_app

EMPTY = "/bench/empty"
DECODER = msgspec.json.Decoder(SignUpForm)


async def empty(request: Request) -> Response:
    """Read a sign-up's JSON, answer with JSON of the same shape, and do nothing else."""
    typed = DECODER.decode(await request.body())
    answer = {"state": "confirmed", "position": None, "message": f"Hello, {typed.name}."}
    return Response(msgspec.json.encode(answer), media_type="application/json")


def make_app_with_empty(*args: Any, **more: Any) -> Starlette:
    """Put the app together with the empty route in front, where it is found first."""
    app = make_app(*args, **more)
    app.router.routes.insert(0, Route(EMPTY, empty, methods=["POST"]))
    return app


if __name__ == "__main__":
    # The server finds it under this name.
    server.make_app = make_app_with_empty  # type: ignore[attr-defined]  # imported there
    main()

"""The server to measure, as `fullhouse serve` puts it together, with one more route: a POST that touches nothing."""

import asyncio
import sys
from pathlib import Path

import msgspec
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.lanes.form import Typed
from fullhouse.platforms.local.clock import SystemClock
from fullhouse.platforms.local.house import open_house
from fullhouse.platforms.local.post import KeptPost
from fullhouse.web.app import make_app

EMPTY = "/bench/empty"
DECODER = msgspec.json.Decoder(Typed)


async def empty(request: Request) -> Response:
    """Read a sign-up's JSON and answer it with as much JSON as a sign-up's answer has, and do nothing else."""
    typed = DECODER.decode(await request.body())
    answer = {"state": "confirmed", "position": None, "message": f"Hello, {typed.name}."}
    return Response(msgspec.json.encode(answer), media_type="application/json")


async def serve(folder: Path, port: int) -> None:
    """Serve a folder until told to stop."""
    async with open_house(folder, SystemClock(), KeptPost(), f"http://127.0.0.1:{port}") as house:
        app = make_app(house)
        app.router.routes.insert(0, Route(EMPTY, empty, methods=["POST"]))
        config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", access_log=False)
        await uvicorn.Server(config).serve()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2])))

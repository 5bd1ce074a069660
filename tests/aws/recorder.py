"""Runs ministack on a socket that it is given. Started by its own Python, so this imports nothing of ours."""

import asyncio
import os
import sys
import threading
from importlib import import_module


def _end_with_the_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main(descriptor: str, record: str) -> None:
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    config = import_module("hypercorn.config").Config()
    config.bind = [f"fd://{descriptor}"]
    config.keep_alive_timeout = 75
    config.loglevel = "WARNING"
    serve = import_module("hypercorn.asyncio").serve
    asyncio.run(serve(import_module("ministack.app").app, config))


if __name__ == "__main__":
    main(*sys.argv[1:])

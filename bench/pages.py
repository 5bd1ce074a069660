"""A reader of one page, in a process of its own: `python -m bench.pages PORT PATH PID`.

It asks again and again until its standard input ends. To standard output it writes the
milliseconds of each answer, and how many of them it and the server's main thread were ready to
run but had no processor: on a busy machine those say nothing about the server.
"""

import http.client
import sys
import threading
import time
from pathlib import Path

import msgspec

PAUSE_SECONDS = 0.005
PATIENCE_SECONDS = 60.0


def main() -> None:
    """Read the page until the other side has had enough."""
    port, path, server = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    over = threading.Event()
    threading.Thread(target=_wait_for_end, args=(over,), daemon=True).start()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    taken: list[tuple[float, float]] = []
    while not over.is_set():
        waited = _waited(server)
        began = time.perf_counter()
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        milliseconds = 1000 * (time.perf_counter() - began)
        taken.append((milliseconds, _waited(server) - waited))
        assert response.status == http.client.OK
        time.sleep(PAUSE_SECONDS)
    connection.close()
    sys.stdout.buffer.write(msgspec.json.encode(taken))


def _waited(server: str) -> float:
    """Return the milliseconds that both have waited for a processor."""
    nanoseconds = 0
    for name in ("self", f"{server}/task/{server}"):
        nanoseconds += int(Path(f"/proc/{name}/schedstat").read_text().split()[1])
    return nanoseconds / 1e6


def _wait_for_end(over: threading.Event) -> None:
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()

"""A reader of one page, in a process of its own: `python -m bench.pages PORT PATH`.

It asks again and again until its standard input ends, and writes the milliseconds of each answer
to standard output.
"""

import http.client
import sys
import threading
import time

import msgspec

PAUSE_SECONDS = 0.005
PATIENCE_SECONDS = 60.0


def main() -> None:
    """Read the page until the other side has had enough."""
    port, path = int(sys.argv[1]), sys.argv[2]
    over = threading.Event()
    threading.Thread(target=_wait_for_end, args=(over,), daemon=True).start()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    taken: list[float] = []
    while not over.is_set():
        began = time.perf_counter()
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        taken.append(1000 * (time.perf_counter() - began))
        assert response.status == http.client.OK
        time.sleep(PAUSE_SECONDS)
    connection.close()
    sys.stdout.buffer.write(msgspec.json.encode(taken))


def _wait_for_end(over: threading.Event) -> None:
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()

"""Over real sockets: many at once, and never one seat too many."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2

from tests.web.api.serving import serving
from tests.web.api.support import EVENING, TOKEN

HEADERS = {"authorization": f"Bearer {TOKEN}"}


def test_a_hundred_and_twenty_people_at_once_for_twenty_seats(tmp_path: Path) -> None:
    with serving(tmp_path) as url, httpx2.Client(headers=HEADERS, timeout=60) as client:
        event = client.post(f"{url}/api/v1/events", json={**EVENING, "cap": 20}).json()

        def sign_up(number: int) -> str:
            # Each comes from an address of their own, behind a proxy on this machine.
            answer = client.post(
                f"{url}/e/{event['id']}",
                json={"name": "Ada", "email": f"{number}@example.org"},
                headers={"x-forwarded-for": f"198.51.100.{number}"},
            )
            return str(answer.json()["state"])

        with ThreadPoolExecutor(32) as crowd:
            states = list(crowd.map(sign_up, range(120)))
        headcount = client.get(f"{url}/api/v1/events/{event['id']}").json()["headcount"]
    assert (states.count("confirmed"), states.count("waitlisted")) == (20, 100)
    assert headcount == {
        "cap": 20,
        "confirmed": 20,
        "held": 0,
        "waiting": 100,
        "pending": 0,
        "open": 0,
        "checked_in": 0,
    }

"""The door of an event on AWS: a device catches up."""

import json
import re
from typing import Any

from tests.aws.play import Play, address
from tests.aws.stories import Story
from tests.aws.visitor import Answer


def guests_are_checked_in_at_the_door(play: Play) -> None:
    """Two devices, a walk-in, an extra and a helper with a pass, on the evening itself."""
    event = play.opens("Soirée", 2)
    play.signs_up(event, "Ona")
    path = f"/e/{event}/check-in"
    page = play.desk(path)
    guest = play.guests(event)[address(event, "Ona")]["id"]
    taps: list[dict[str, object]] = [
        {"kind": "in", "nonce": nonce, "guest": guest, "people": 1} for nonce in ("a", "b")
    ]
    walks: list[dict[str, object]] = [
        {"kind": "walk", "nonce": nonce, "name": nonce, "offline": True} for nonce in ("w1", "w2")
    ]
    told = _syncs(play, page, path, [*taps, *walks])
    codes = [result["code"] for result in told["results"]]
    assert codes == ["checked_in", "already_in", "checked_in", "admitted_extra"]
    assert play.headcount(event)["checked_in"] == 2
    undo: list[dict[str, object]] = [
        {"kind": "out", "nonce": "u", "guest": guest, "nonces": ["a", "b"]}
    ]
    news = _syncs(play, page, path, undo, told["version"])
    assert [(row["id"], row["in"]) for row in news["changed"]] == [(guest, 0)]
    play.desk(f"{path}/no-shows")
    made = play.host.press(play.desk(f"{path}/passes"), to="/passes", name="Mia")
    play.host.press(made, to="/revoke")


def a_device_that_was_offline_catches_up(play: Play) -> None:
    """A device lets in three people while it is offline; meanwhile the last seat goes away."""
    event = play.opens("Matinée", 1)
    play.signs_up(event, "Pia")
    path = f"/e/{event}/check-in"
    page = play.desk(path)
    guest = play.guests(event)[address(event, "Pia")]["id"]
    offline = {"offline": True, "at": "2026-01-01T00:00:00Z"}
    done: list[dict[str, object]] = [
        {"kind": "in", "nonce": "p", "guest": guest, "people": 1, **offline},
        {"kind": "walk", "nonce": "x1", "name": "Quint", "party": 2, **offline},
    ]
    told = _syncs(play, page, path, done)
    assert [one["code"] for one in told["results"]] == ["checked_in", "admitted_extra"]
    again = _syncs(play, page, path, done)
    assert [one["code"] for one in again["results"]] == ["checked_in", "admitted_extra"]
    assert again["version"] == told["version"]
    rows = {row["id"]: row for row in again["list"]["guests"]}
    assert (rows[guest]["in"], rows["door-x1"]["extra"]) == (1, 2)
    assert play.headcount(event)["checked_in"] == 1


def _syncs(
    play: Play, page: Answer, path: str, actions: list[dict[str, object]], version: str = ""
) -> dict[str, Any]:
    """Send what a device did, as the door page does."""
    found = re.search(r'data-token="([^"]+)"', page.text)
    assert found is not None
    body = json.dumps({"actions": actions, "version": version}).encode()
    headers = {"content-type": "application/json", "x-form-token": found[1]}
    answer = play.host.tell(f"{play.urls['desk']}/desk{path}/sync", body, headers)
    assert answer.status == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


DOOR: tuple[Story, ...] = (
    guests_are_checked_in_at_the_door,
    a_device_that_was_offline_catches_up,
)

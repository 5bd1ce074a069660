"""Rotation of the link key while links are out: four steps, each repeatable."""

import itertools
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.kernel.links import Keyring, Link, Tampered
from fullhouse.platforms.aws.key_rotation import STEPS, NotRotating, add_key, revoke_keys, rotate
from fullhouse.platforms.aws.signing_keys import KEPT, BadKeys, read
from tests.aws.emulator import Emulator

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
LINK = Link("manage", "party", "anna", "", NOW + timedelta(days=30))
FIRST = {"keys": [{"id": "k1", "secret": "11" * 32}]}
NUMBERS = itertools.count(1)


class Rotating:
    """Secrets Manager on the emulator, put right in two things.

    A rotation begins with a version that has no value yet, and a label stands on one version only.
    """

    def __init__(self, client: Any, secret: str) -> None:
        self.client, self.secret, self.token, self.on = client, secret, "", True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def describe_secret(self, **asked: Any) -> dict[str, Any]:
        described = self.client.describe_secret(**asked)
        known = {self.token: ["AWSPENDING"], **described["VersionIdsToStages"]}
        stages = {
            version: [label for label in labels if label != "AWSPENDING" or version == self.token]
            for version, labels in known.items()
        }
        return {**described, "RotationEnabled": self.on, "VersionIdsToStages": stages}

    def begin(self) -> None:
        self.token = f"{next(NUMBERS):08x}-1234-4abc-8def-0123456789ab"

    def step(self, name: str, token: str = "") -> None:
        event = {
            "Step": name,
            "SecretId": self.secret,
            "ClientRequestToken": token or self.token,
            "RotationToken": "r",
        }
        rotate(self, event)

    def whole(self) -> None:
        self.begin()
        for step in STEPS:
            self.step(step)

    def text(self, stage: str = "AWSCURRENT") -> str:
        return str(
            self.client.get_secret_value(SecretId=self.secret, VersionStage=stage)["SecretString"]
        )

    def ring(self) -> Keyring:
        return Keyring(read(self.text()))


@pytest.fixture(scope="module")
def manager(emulator: Emulator) -> Any:
    return emulator.client("secretsmanager")


@pytest.fixture
def rotating(manager: Any) -> Iterator[Rotating]:
    name = f"ev/links/signing-key-{next(NUMBERS)}"
    secret = manager.create_secret(Name=name, SecretString=json.dumps(FIRST))["ARN"]
    yield Rotating(manager, secret)
    manager.delete_secret(SecretId=secret, ForceDeleteWithoutRecovery=True)


def test_after_a_rotation_a_new_key_signs_and_old_links_still_work(rotating: Rotating) -> None:
    old = rotating.ring().sign(LINK)
    rotating.whole()
    ring = rotating.ring()
    assert [key.id for key in ring.keys[1:]] == ["k1"]
    fresh = ring.sign(LINK)
    assert fresh.partition(".")[0] == ring.keys[0].id != "k1"
    assert [ring.read(token, NOW) for token in (old, fresh)] == [LINK, LINK]
    assert len(ring.keys[0].secret) == 32


def test_links_hold_over_as_many_rotations_as_keys_are_kept(rotating: Rotating) -> None:
    old = rotating.ring().sign(LINK)
    for _ in range(KEPT - 1):
        rotating.whole()
    assert rotating.ring().read(old, NOW) == LINK
    assert len({key.secret for key in rotating.ring().keys}) == KEPT


def test_a_step_that_comes_twice_changes_nothing_more(rotating: Rotating) -> None:
    rotating.begin()
    rotating.step("createSecret")
    fresh = rotating.text("AWSPENDING")
    for step in (
        "createSecret",
        "setSecret",
        "setSecret",
        "testSecret",
        "testSecret",
        "finishSecret",
        *STEPS,
    ):
        rotating.step(step)
    assert rotating.text() == fresh


def test_nothing_is_in_use_before_the_last_step(rotating: Rotating) -> None:
    before = rotating.text()
    rotating.begin()
    for step in ("createSecret", "setSecret", "testSecret"):
        rotating.step(step)
        assert rotating.text() == before


def test_a_rotation_that_was_given_up_leaves_the_next_one_free(rotating: Rotating) -> None:
    rotating.begin()
    rotating.step("createSecret")
    rotating.whole()
    assert [key.id for key in rotating.ring().keys[1:]] == ["k1"]


def test_a_version_that_cannot_be_used_is_not_let_in(rotating: Rotating) -> None:
    rotating.begin()
    with pytest.raises(NotRotating):
        rotating.step("testSecret")
    forgetful = json.dumps(
        {"keys": [{"id": rotating.token.replace("-", "")[:16], "secret": "22" * 32}]}
    )
    rotating.put_secret_value(
        SecretId=rotating.secret,
        ClientRequestToken=rotating.token,
        SecretString=forgetful,
        VersionStages=["AWSPENDING"],
    )
    with pytest.raises(BadKeys):
        rotating.step("testSecret")


def test_what_nobody_asked_for_is_refused(rotating: Rotating) -> None:
    rotating.begin()
    with pytest.raises(NotRotating):
        rotating.step("createSecret", "00000000-0000-4000-8000-000000000000")
    with pytest.raises(KeyError):
        rotating.step("dropSecret")
    rotating.on = False
    with pytest.raises(NotRotating):
        rotating.step("createSecret")
    assert json.loads(rotating.text()) == FIRST


def test_a_version_of_long_ago_is_not_made_current_again(rotating: Rotating) -> None:
    rotating.whole()
    long_ago = rotating.token
    rotating.whole()
    rotating.whole()
    with pytest.raises(NotRotating):
        rotating.step("finishSecret", long_ago)


def test_a_secret_that_holds_no_keys_is_left_as_it_is(manager: Any, rotating: Rotating) -> None:
    manager.put_secret_value(SecretId=rotating.secret, SecretString="{}")
    rotating.begin()
    with pytest.raises(BadKeys):
        rotating.step("createSecret")
    assert rotating.text() == "{}"


def test_a_key_is_added_and_all_are_revoked_by_hand(manager: Any, rotating: Rotating) -> None:
    old = rotating.ring().sign(LINK)
    add_key(manager, rotating.secret)
    assert [key.id for key in rotating.ring().keys[1:]] == ["k1"]
    assert rotating.ring().read(old, NOW) == LINK
    revoke_keys(manager, rotating.secret)
    assert len(rotating.ring().keys) == 1
    with pytest.raises(Tampered):
        rotating.ring().read(old, NOW)
    rotating.whole()
    assert len(rotating.ring().keys) == 2

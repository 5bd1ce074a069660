"""Webhooks: what is told has its effect once, and a secret can be replaced without a gap."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.ports import AuditPage
from fullhouse.engine.webhooks import (
    MOST_REMEMBERED,
    OLD_SECRET_HOLDS,
    REMEMBERED,
    RecordWebhook,
    SetWebhookSecret,
    WebhookConfig,
    WebhookName,
)
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import SignUp
from tests.support.rsvp_world import EVENT, Room, mail


def told(room: Room, digest: str, name: str = "anna", hook: WebhookName = "slots") -> Any:
    asks = SignUp(event_id=EVENT, guest_id=name, name=name.title(), email=mail(name))
    return room.give(RecordWebhook(hook=hook, digest=digest, asks=asks), "webhook")


def hook(room: Room, name: WebhookName = "slots") -> WebhookConfig:
    found = room.store.load(Get(WebhookConfig, (name,)))
    assert found is not None
    return found


def test_what_is_told_is_carried_out_and_noted_in_one_commit() -> None:
    room = Room()
    taken = told(room, "one")
    assert (taken.became, taken.answer.code) == ("taken", "confirmed")
    assert room.guest("anna").state == "confirmed"
    assert [one.digest for one in hook(room).seen] == ["one"]


def test_the_same_told_again_has_no_effect() -> None:
    room = Room()
    told(room, "one")
    room.cancel("anna")
    assert told(room, "one").became == "seen"
    assert room.guest("anna").state == "cancelled"


def test_what_was_told_is_remembered_for_as_long_as_its_signature_could_be_used() -> None:
    room = Room()
    told(room, "one")
    room.now += REMEMBERED - timedelta(seconds=1)
    assert told(room, "one").became == "seen"
    room.now += timedelta(seconds=1)
    assert told(room, "one").became == "taken"
    assert [one.digest for one in hook(room).seen] == ["one"]


def test_more_than_can_be_remembered_is_not_taken() -> None:
    room = Room()
    for number in range(MOST_REMEMBERED):
        told(room, str(number))
    assert told(room, "one more", "ben").became == "busy"
    room.now += REMEMBERED
    assert told(room, "one more", "ben").became == "taken"


def test_a_text_is_always_taken_so_that_no_stop_is_lost_to_a_flood() -> None:
    room = Room()
    for number in range(MOST_REMEMBERED + 1):
        assert told(room, str(number), hook="texts").became == "taken"
    assert told(room, "0", hook="texts").became == "seen"


def test_a_text_is_remembered_for_good_as_its_signature_never_ends() -> None:
    room = Room()
    told(room, "SM1", hook="texts")
    room.cancel("anna")
    room.now += timedelta(days=365)
    assert told(room, "SM1", hook="texts").became == "seen"
    assert room.guest("anna").state == "cancelled"


def test_a_text_without_a_command_is_remembered_too() -> None:
    room = Room()
    assert room.give(RecordWebhook(hook="texts", digest="SM1"), "text").became == "taken"
    assert told(room, "SM1", hook="texts").became == "seen"


def test_a_new_secret_counts_at_once_and_the_one_before_for_a_day() -> None:
    room = Room()
    room.give(SetWebhookSecret(secret="first"), "owner")
    told(room, "one")
    room.give(SetWebhookSecret(secret="second"), "owner")
    assert hook(room).secrets(room.now) == ("second", "first")
    assert hook(room).secrets(room.now + OLD_SECRET_HOLDS) == ("second",)
    assert [one.digest for one in hook(room).seen] == ["one"]


def test_without_a_secret_nobody_signs() -> None:
    room = Room()
    told(room, "one")
    assert hook(room).secrets(room.now) == ()


def test_the_audit_says_who_set_a_secret_and_never_which() -> None:
    room = Room()
    for secret in ("s3cret-one", "s3cret-two"):
        room.give(SetWebhookSecret(secret=secret), "owner")
    lines = [line for line in room.store.load(AuditPage()) if line.action == "webhook_secret_set"]
    assert [(line.by, line.subject) for line in lines] == [("owner", "slots")] * 2
    assert "s3cret" not in repr(room.store.load(AuditPage()))

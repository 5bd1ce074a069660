"""Composed messages: the short link of a text, and what it stands for."""

from msgspec.structs import replace

from fullhouse.engine.composing import Composer
from fullhouse.engine.urls import one_address
from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.kernel.messages import Message
from tests.products.frontdesk.appointments import told as appointments
from tests.products.frontdesk.waitlist import told as waitlist

COMPOSER = Composer(one_address("https://salon.example"), Keyring((Key("k1", bytes(32)),)))


def stored(message: Message) -> Message:
    """Return a text as it is stored when it has left."""
    return replace(message, mark=COMPOSER.mark(message), status="sent")


def link_of(message: Message) -> Link:
    found = COMPOSER.short_link(message)
    assert found is not None
    return found


def test_an_offer_by_text_carries_its_short_link() -> None:
    offer = waitlist.message("offer", "text")
    token = COMPOSER.mark(offer)
    assert len(token) == 12
    assert f"https://salon.example/s/{token}" in COMPOSER.letter(offer).text
    assert COMPOSER.text_link(stored(offer)) == f"https://salon.example/s/{token}"
    assert (link_of(offer).purpose, link_of(offer).person) == ("claim", "E1")


def test_a_short_link_ends_with_its_slot_or_appointment() -> None:
    offer, reminder = waitlist.message("offer", "text"), appointments.message("reminder", "text")
    for message, about in ((offer, "slot"), (reminder, "appointment")):
        ends_at = link_of(message).expires_at
        assert ends_at is not None
        assert ends_at.isoformat() > str(message.facts[about]["starts_at"])[:16]


def test_a_short_link_ends_with_its_key() -> None:
    offer = stored(waitlist.message("offer", "text"))
    old, new = Key("k1", bytes(32)), Key("k2", bytes([1] * 32))
    address = one_address("https://salon.example")
    rotated, revoked = Composer(address, Keyring((new, old))), Composer(address, Keyring((new,)))
    assert not COMPOSER.is_revoked(offer, waitlist.NOW)
    assert not rotated.is_revoked(offer, waitlist.NOW)
    assert revoked.is_revoked(offer, waitlist.NOW)


def test_a_text_about_no_slot_keeps_its_link_for_long() -> None:
    joined = waitlist.message("joined", "text")
    expires_at = link_of(joined).expires_at
    assert expires_at is not None
    assert (expires_at - joined.queued_at).days > 30


def test_a_text_that_leads_nowhere_has_no_token() -> None:
    text = waitlist.message("joined", "text", request="r1")
    assert COMPOSER.short_link(text) is None
    assert (COMPOSER.mark(text), COMPOSER.text_link(text)) == ("", "")


def test_a_kind_without_a_link_has_none() -> None:
    cancelled = waitlist.message("cancelled", "text")
    assert COMPOSER.short_link(cancelled) is None


def test_a_text_of_an_earlier_version_keeps_its_long_link() -> None:
    sent = replace(waitlist.message("offer", "text"), status="sent")
    assert COMPOSER.text_link(sent).startswith("https://salon.example/l/")


def test_a_mail_has_no_short_link() -> None:
    assert COMPOSER.short_link(waitlist.message("offer")) is None


def test_an_offer_names_yes_only_where_answers_reach_us() -> None:
    offer = waitlist.message("offer", "text")
    answered = Composer(COMPOSER.urls, COMPOSER.keyring, takes_answers=True)
    assert "YES" not in COMPOSER.letter(offer).text
    assert "Or reply YES." in answered.letter(offer).text
    mail = waitlist.message("offer")
    assert answered.letter(mail) == COMPOSER.letter(mail)

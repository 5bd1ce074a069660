"""The slots webhook: accepted only if signed, fresh and new; a repeated slot is one."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from starlette.testclient import TestClient

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.webhooks import OLD_SECRET_HOLDS, SetWebhookSecret
from fullhouse.inbound.sms import _signature
from fullhouse.inbound.text_answers import OfferAnswer
from fullhouse.inbound.webhook_signature import HEADER, sign
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotPage
from fullhouse.web.hooks import slots as hooks
from tests.web.waitlist.salon import SECRET, TEXT_TOKEN, Salon

TOMORROW: dict[str, Any] = {
    "service": "Colour",
    "starts_at": "2026-06-02T11:00",
    "staff": "Jess",
    "party_capacity": 1,
    "reason": "cancelled",
    "ref": "booking-17",
}


def tell(
    web: TestClient, salon: Salon, body: Any = None, secret: str = SECRET, **time: float
) -> Any:
    """Tell of a slot, signed now or a while ago."""
    content = body if isinstance(body, bytes) else msgspec.json.encode({**TOMORROW, **(body or {})})
    signature = sign(secret, salon.clock.now() + timedelta(**time), content)
    return web.post("/hooks/slots", content=content, headers={HEADER: signature})


def slots(salon: Salon) -> list[Slot]:
    found = salon.load(SlotPage())
    return list(found)


class TestFreedSlots:
    def test_a_signed_one_opens_a_slot_and_the_line_is_asked(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada")
        told = tell(web, salon)
        (slot,) = slots(salon)
        assert (told.status_code, told.json()) == (200, {"slot": slot.id, "status": "open"})
        assert (slot.service, slot.staff, slot.ref, slot.reason) == (
            "Colour",
            "Jess",
            "booking-17",
            "cancelled",
        )
        assert slot.starts_at == salon.clock.now() + timedelta(days=1)
        assert salon.offer(1, slot.id).entry_id == "ada"

    def test_a_time_that_the_clocks_skip_is_refused(self, salon: Salon, web: TestClient) -> None:
        told = tell(web, salon, {"starts_at": "2027-03-28T02:30"})
        assert (told.status_code, told.json()["error"]["code"]) == (422, "skipped_hour")
        assert slots(salon) == []

    def test_the_same_slot_told_again_is_the_same_one(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada")
        first = tell(web, salon).json()
        assert tell(web, salon, seconds=1).json() == first
        web.post(salon.link("claim", "Ada", 1, first["slot"]))
        assert tell(web, salon, seconds=2).json() == {"slot": first["slot"], "status": "booked"}
        assert len(slots(salon)) == 1

    def test_one_cancellation_under_two_refs_leaves_the_claimer_their_booking(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada")
        first = tell(web, salon).json()
        web.post(salon.link("claim", "Ada", 1, first["slot"]))
        other = tell(web, salon, {"ref": "event-99"}, seconds=1)
        assert (other.status_code, other.json()) == (200, {**first, "status": "booked"})
        assert len(slots(salon)) == 1
        assert [one.kind for one in salon.messages("claim_question")] == ["claim_question"]

    def test_a_time_may_say_its_zone_and_what_else_is_said_is_passed_over(
        self, salon: Salon, web: TestClient
    ) -> None:
        more = {
            "starts_at": "2026-06-02T09:00:00Z",
            "event": "booking.cancelled",
            "ref": 17,
            "staff": None,
        }
        told = tell(web, salon, {**more, "party_capacity": None, "reason": None})
        (slot,) = slots(salon)
        assert told.json()["slot"] == slot.id
        assert (slot.ref, slot.staff, slot.party_capacity) == ("17", "", 1)
        assert slot.starts_at == salon.clock.now() + timedelta(days=1)

    def test_the_same_told_with_the_same_signature_is_refused(
        self, salon: Salon, web: TestClient
    ) -> None:
        assert tell(web, salon).status_code == 200
        again = tell(web, salon)
        assert (again.status_code, again.json()["error"]["code"]) == (409, "seen_before")
        salon.passes(minutes=4)
        assert tell(web, salon, minutes=-4).status_code == 409

    @pytest.mark.parametrize(
        ("seconds", "status"),
        [(-301, 401), (-300, 200), (0, 200), (300, 200), (301, 401), (-(10**8), 401)],
    )
    def test_a_signature_holds_for_five_minutes_either_way(
        self, salon: Salon, web: TestClient, seconds: int, status: int
    ) -> None:
        assert tell(web, salon, seconds=seconds).status_code == status

    def test_while_the_clock_stands_still_the_real_time_counts_too(
        self, salon: Salon, web: TestClient
    ) -> None:
        body = msgspec.json.encode(TOMORROW)
        now = SystemClock().now()
        for at, status in ((now, 200), (now - timedelta(minutes=6), 401)):
            header = sign(SECRET, at, body)
            assert (
                web.post("/hooks/slots", content=body, headers={HEADER: header}).status_code
                == status
            )

    def test_another_secret_or_another_body_is_refused(self, salon: Salon, web: TestClient) -> None:
        assert tell(web, salon, secret="another").json()["error"]["code"] == "bad_signature"
        header = sign(SECRET, salon.clock.now(), b"{}")
        told = web.post("/hooks/slots", json=TOMORROW, headers={HEADER: header})
        assert (told.status_code, told.json()["error"]["code"]) == (401, "bad_signature")
        assert slots(salon) == []

    def test_several_signatures_may_stand_there_and_one_must_be_right(
        self, salon: Salon, web: TestClient
    ) -> None:
        body = msgspec.json.encode(TOMORROW)
        right = sign(SECRET, salon.clock.now(), body)
        both = f"{right.replace('v1=', 'v1=' + '0' * 64 + ', v1=')},v0=old"
        assert web.post("/hooks/slots", content=body, headers={HEADER: both}).status_code == 200
        assert web.post("/hooks/slots", content=body, headers={HEADER: right}).status_code == 409

    @pytest.mark.parametrize(
        "header",
        [
            "",
            "t=1",
            "v1=00",
            "t=x,v1=00",
            "t=1,t=2,v1=00",
            "t=1;v1=00",
            "x" * 2000,
            "t=1" + ",v1=00" * 9,
            "t=1,v1=é",
        ],
    )
    def test_a_header_of_another_form_is_refused(
        self, salon: Salon, web: TestClient, header: str
    ) -> None:
        told = web.post("/hooks/slots", json=TOMORROW, headers={HEADER.encode(): header.encode()})
        assert (told.status_code, told.json()["error"]["code"]) == (401, "no_signature")

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"service": "Massage"}, "service"),
            ({"service": 5}, "service"),
            ({"staff": "Eve"}, "staff"),
            ({"starts_at": "tomorrow"}, "starts_at"),
            ({"starts_at": "2026-05-31T11:00"}, "starts_at"),
            ({"starts_at": "2028-06-01T11:00"}, "starts_at"),
            ({"party_capacity": 0}, "party_capacity"),
            ({"reason": "bored"}, "reason"),
        ],
    )
    def test_what_does_not_fit_names_its_field(
        self, salon: Salon, web: TestClient, more: dict[str, Any], field: str
    ) -> None:
        told = tell(web, salon, more)
        assert (told.status_code, told.json()["error"]["field"]) == (422, field)
        assert slots(salon) == []

    def test_what_cannot_be_read_is_refused_without_being_remembered(
        self, salon: Salon, web: TestClient
    ) -> None:
        for _ in range(2):
            told = tell(web, salon, b"{")
            assert (told.status_code, told.json()["error"]["code"]) == (400, "bad_json")

    def test_a_body_without_end_is_cut_off(self, salon: Salon, web: TestClient) -> None:
        told = tell(web, salon, b"x" * 100_000)
        assert (told.status_code, told.json()["error"]["code"]) == (413, "too_large")

    def test_a_no_show_frees_the_rest_of_its_time(self, salon: Salon, web: TestClient) -> None:
        told = tell(web, salon, {"starts_at": "2026-06-01T10:55", "reason": "no_show"})
        assert told.status_code == 200
        (slot,) = slots(salon)
        assert (slot.starts_at, slot.minutes) == (salon.clock.now(), 85)

    def test_other_methods_are_told_so_in_json(self, salon: Salon, web: TestClient) -> None:
        told = web.get("/hooks/slots")
        assert (told.status_code, told.json()["error"]["code"]) == (405, "method_not_allowed")

    def test_when_more_comes_than_can_be_remembered_it_asks_for_a_pause(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("fullhouse.engine.webhooks.MOST_REMEMBERED", 1)
        tell(web, salon)
        told = tell(web, salon, seconds=1)
        assert (told.status_code, told.headers["retry-after"]) == (429, "60")


class TestSecrets:
    def test_without_one_nothing_is_taken(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tests.web.waitlist.salon.SECRET", "")
        told = tell(web, salon, secret="any")
        assert (told.status_code, told.json()["error"]["code"]) == (401, "no_secret")

    def test_one_made_on_the_desk_counts_and_the_one_before_it_for_a_day(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.give(SetWebhookSecret(secret="first"))
        salon.give(SetWebhookSecret(secret="second"))
        for at, secret in enumerate(("first", "second", SECRET)):
            assert tell(web, salon, secret=secret, seconds=at).status_code == 200
        salon.clock.move_to(salon.clock.now() + OLD_SECRET_HOLDS)
        body = {"starts_at": "2026-06-05T11:00"}
        statuses = [
            tell(web, salon, body, secret, seconds=at).status_code
            for at, secret in enumerate(("first", "second"))
        ]
        assert statuses == [401, 200]


class TestTexts:
    PHONE = "+491711234567"

    def heard(
        self,
        web: TestClient,
        words: str,
        known_as: str = "SM1",
        token: str = TEXT_TOKEN,
        **more: str,
    ) -> Any:
        fields = {
            "From": self.PHONE,
            "To": "+4930123456",
            "Body": words,
            "MessageSid": known_as,
            **more,
        }
        said = "".join(name + value for name, value in sorted(fields.items()))
        signature = _signature(f"http://testserver/hooks/texts{said}", token).decode()
        head = {
            "content-type": "application/x-www-form-urlencoded",
            "X-Twilio-Signature": signature,
        }
        return web.post("/hooks/texts", content=urlencode(fields), headers=head)

    def reach(self, salon: Salon) -> str:
        found = salon.load(Get(Contact, (contact_id(self.PHONE),)))
        return "" if found is None else found.reach

    def test_stop_is_remembered_and_start_ends_it(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        told = self.heard(web, "Stop!")
        assert (told.status_code, told.headers["content-type"]) == (200, "text/xml; charset=utf-8")
        assert "<Message>" not in told.text
        assert (self.reach(salon), salon.entry("Ada").channel) == ("opted_out", "")
        self.heard(web, "START", "SM2")
        assert (self.reach(salon), salon.entry("Ada").channel) == ("fine", "text")

    def test_an_old_stop_told_again_does_not_overrule_a_start(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=self.PHONE)
        for words, known_as in (("STOP", "SM1"), ("START", "SM2"), ("STOP", "SM1")):
            assert self.heard(web, words, known_as).status_code == 200
        assert self.reach(salon) == "fine"

    def test_a_stranger_who_says_stop_is_remembered_too(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.heard(web, "STOP")
        assert self.reach(salon) == "opted_out"

    def test_help_is_answered_unless_the_provider_has(self, salon: Salon, web: TestClient) -> None:
        told = self.heard(web, "Help")
        assert "<Message>Salon Jess: We text you when" in told.text
        assert "http://testserver/waitlist" in told.text
        assert "<Message>" not in self.heard(web, "Help", "SM2", OptOutType="HELP").text

    def test_a_yes_to_an_offer_brings_no_texts_back_and_is_told_what_takes_it(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        self.heard(web, "STOP")
        for number, words in enumerate(("Ja", "oui", "Sí")):
            assert "Links of offers still work" in self.heard(web, words, f"SM{number + 2}").text
        assert self.reach(salon) == "opted_out"

    def offered(self, salon: Salon) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        salon.frees()
        assert salon.entry("Ada").offer == "s1-1"

    @pytest.mark.parametrize("words", ["YES", "Ja!", "oui", "Sí."])
    def test_yes_claims_the_one_offer_once(self, salon: Salon, web: TestClient, words: str) -> None:
        self.offered(salon)
        told = self.heard(web, words, OptOutType="START")
        assert "<Message>" not in told.text
        assert (salon.slot().status, salon.entry("Ada").booked) == ("booked", "s1")
        (booked,) = salon.messages("booked")
        assert (booked.channel, booked.when_spent) == ("text", "proof")
        assert "<Message>" not in self.heard(web, words).text

    @pytest.mark.parametrize("words", ["NO", "Nein", "non"])
    def test_no_declines_it_and_says_so(self, salon: Salon, web: TestClient, words: str) -> None:
        self.offered(salon)
        assert "OK, thanks for telling us." in self.heard(web, words).text
        assert (salon.offer().status, salon.entry("Ada").state) == ("declined", "waiting")

    def test_yes_without_an_offer_means_start_and_no_means_nothing(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        self.heard(web, "STOP")
        assert "<Message>" not in self.heard(web, "No", "SM2").text
        assert self.reach(salon) == "opted_out"
        self.heard(web, "Yes", "SM3")
        assert self.reach(salon) == "fine"

    def test_yes_after_the_deadline_claims_nothing(self, salon: Salon, web: TestClient) -> None:
        self.offered(salon)
        salon.passes(minutes=10)
        for words in ("YES", "ja"):
            assert "Your YES came after the offer ended" in self.heard(web, words, words).text
        assert salon.offer().status == "timed_out"
        assert salon.entry("Ada").booked == ""

    def test_where_another_offer_ended_lately_the_answer_has_a_link(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.offered(salon)
        self.heard(web, "NO", "SM1")
        salon.frees("s2", hours=30)
        told = self.heard(web, "YES", "SM2").text
        found = re.search(r"Please answer here: http://testserver(/s/\w{12})<", told)
        assert found is not None, told
        assert salon.slot("s2").status == "open"
        assert "Would you like it?" in web.get(found[1]).text

    def invited(self, salon: Salon) -> dict[str, bool]:
        """Return the offers by text, and whether each invites to reply YES."""
        letter = salon.engine.composer.letter
        offers = salon.messages("offer")
        return {one.facts["offer"]["name"]: "Or reply YES." in letter(one).text for one in offers}

    def test_only_an_offer_that_yes_would_take_invites_to_reply_so(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(salon.engine.composer, "takes_answers", True)
        self.offered(salon)
        self.heard(web, "NO", "SM1")
        salon.frees("s2", hours=30)
        salon.passes(minutes=51)
        salon.frees("s3", hours=31)
        assert self.invited(salon) == {"s1-1": True, "s2-1": False, "s3-1": True}
        self.heard(web, "YES", "SM2")
        assert salon.slot("s3").status == "booked"

    def test_two_people_on_one_phone_are_not_both_invited_to_reply_yes(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(salon.engine.composer, "takes_answers", True)
        self.offered(salon)
        salon.joins("Ben", phone=self.PHONE, email="")
        self.heard(web, "NO", "SM1")
        assert salon.entry("Ben").offer == "s1-2"
        assert self.invited(salon) == {"s1-1": True, "s1-2": False}
        assert "You may mean more than one time." in self.heard(web, "YES", "SM2").text

    def test_half_an_hour_later_yes_is_clear_again(self, salon: Salon, web: TestClient) -> None:
        self.offered(salon)
        self.heard(web, "NO", "SM1")
        salon.passes(minutes=31)
        salon.frees("s2", hours=30)
        self.heard(web, "YES", "SM2")
        assert salon.slot("s2").status == "booked"

    @pytest.mark.parametrize("minutes", [31, 25 * 60])
    @pytest.mark.parametrize("before", ["", "offer"])
    def test_a_yes_that_is_told_again_takes_no_later_offer(
        self, salon: Salon, web: TestClient, minutes: int, before: str
    ) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        if before:
            salon.frees()
        self.heard(web, "YES", "SMk1")
        salon.joins("Ada", phone=self.PHONE, email="", entry_id="again")
        salon.passes(minutes=minutes)
        salon.frees("s2", hours=60)
        assert salon.offer(slot_id="s2").status == "live"
        told = self.heard(web, "YES", "SMk1")
        assert (told.status_code, "<Message>" in told.text) == (200, False)
        assert salon.offer(slot_id="s2").status == "live"

    def test_a_yes_that_was_unclear_stays_without_effect_when_told_again(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.offered(salon)
        self.heard(web, "NO", "SM1")
        salon.frees("s2", hours=30)
        assert "more than one time" in self.heard(web, "YES", "SM2").text
        salon.passes(minutes=31)
        salon.frees("s3", hours=31)
        assert salon.offer(slot_id="s3").status == "live"
        assert "<Message>" not in self.heard(web, "YES", "SM2").text
        assert salon.offer(slot_id="s3").status == "live"

    def test_a_claim_that_comes_too_late_is_told_so(
        self, salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.offered(salon)
        claim = ClaimSlot(slot_id="s1", seq=9, entry_id="ada")
        monkeypatch.setattr(hooks, "offer_answer", lambda *_: OfferAnswer(claim))
        assert "This offer has ended." in self.heard(web, "YES").text

    def test_help_after_stop_says_that_we_do_not_text_and_how_to_start(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        self.heard(web, "STOP")
        said = self.heard(web, "HELP", "SM2").text
        assert "We do not text you, as you asked." in said
        assert "START to get texts." in said

    @pytest.mark.parametrize(
        ("word", "words"),
        [
            ("HELP", "We text you when a time that fits is free: tap its link to take it."),
            ("Hilfe!", "Wird ein passender Termin frei, schreiben wir dir"),
            ("aide", "Nous vous écrivons si un créneau se libère"),
            ("Ayuda", "Te escribimos si se libera una hora para ti"),
        ],
    )
    def test_help_is_answered_in_the_language_of_its_word(
        self, salon: Salon, web: TestClient, word: str, words: str
    ) -> None:
        salon.rules("Business: Salon Jess\nPhone: +49 30 1234567\n")
        said = self.heard(web, word).text
        assert words in said
        assert "Salon Jess" in said
        assert "+49301234567." in said
        assert "STOP" in said

    def test_help_is_answered_in_the_language_of_the_business(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.rules("Business: Salon Jess\nLanguage: de\n")
        assert "Salon Jess: Wird ein passender" in self.heard(web, "HELP").text
        self.heard(web, "STOP", "SM2")
        assert "Salon Jess : Nous ne vous" in self.heard(web, "AIDE", "SM3").text

    def test_the_business_may_have_any_name(self, salon: Salon, web: TestClient) -> None:
        salon.rules("Business: Curl & Dye <3\n")
        assert "Curl &amp; Dye &lt;3: We text" in self.heard(web, "HELP").text
        salon.rules("Claim window: 10 minutes\n")
        assert "<Message>We text" in self.heard(web, "HELP", "SM2").text

    def test_anything_else_is_taken_and_changes_nothing(
        self, salon: Salon, web: TestClient
    ) -> None:
        assert self.heard(web, "Can I come at four?").status_code == 200
        assert self.reach(salon) == ""

    def test_what_the_provider_did_not_sign_is_refused(self, salon: Salon, web: TestClient) -> None:
        told = self.heard(web, "STOP", token="forged")
        assert (told.status_code, told.json()["error"]["code"]) == (401, "bad_signature")
        assert self.reach(salon) == ""

    def test_what_comes_from_no_phone_is_refused(self, salon: Salon, web: TestClient) -> None:
        told = self.heard(web, "STOP", From="Salon")
        assert (told.status_code, told.json()["error"]["field"]) == (422, "From")

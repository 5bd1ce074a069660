"""The slots webhook: accepted only if signed, fresh and new; a repeated slot is one."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from starlette.testclient import TestClient

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.webhooks import OLD_SECRET_HOLDS, SetWebhookSecret
from fullhouse.inbound.sms import _signature
from fullhouse.inbound.webhook_signature import HEADER, sign
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotPage
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

    def test_the_same_slot_told_again_is_the_same_one(self, salon: Salon, web: TestClient) -> None:
        salon.joins("Ada")
        first = tell(web, salon).json()
        assert tell(web, salon, seconds=1).json() == first
        web.post(salon.link("claim", "Ada", 1, first["slot"]))
        assert tell(web, salon, seconds=2).json() == {"slot": first["slot"], "status": "booked"}
        assert len(slots(salon)) == 1

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
        assert "<Message>Salon Jess: we text you when" in told.text
        assert "http://testserver/waitlist" in told.text
        assert "<Message>" not in self.heard(web, "Help", OptOutType="HELP").text

    def test_a_yes_to_an_offer_brings_no_texts_back_and_is_told_what_takes_it(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.joins("Ada", phone=self.PHONE, email="")
        self.heard(web, "STOP")
        for number, words in enumerate(("Ja", "oui", "Sí")):
            assert "its link takes it" in self.heard(web, words, f"SM{number + 2}").text
        assert self.reach(salon) == "opted_out"

    def test_the_business_may_have_any_name(self, salon: Salon, web: TestClient) -> None:
        salon.rules("Business: Curl & Dye <3\n")
        assert "Curl &amp; Dye &lt;3: we text" in self.heard(web, "HELP").text
        salon.rules("Claim window: 10 minutes\n")
        assert "<Message>we text" in self.heard(web, "HELP").text

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

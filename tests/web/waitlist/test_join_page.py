"""The join page: people who can be reached and want a real service get on; machines do not."""

import time
from statistics import median
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import JOIN, UNCONFIRMED
from fullhouse.products.frontdesk.waitlist.model import MOST_ENTRIES_OF_ONE, Entry, EntryPage
from fullhouse.web import limits
from tests.support.cpu_time import assert_within
from tests.support.web_client import WebClient
from tests.web.waitlist.salon import RULES, START, Salon

ADA: dict[str, str] = {"name": "Ada", "email": "ada@example.org", "service": "Colour", "party": "1"}


def stored(salon: Salon) -> list[Entry]:
    found = salon.load(EntryPage())
    return list(found)


def confirm_path(salon: Salon, to: str) -> str:
    """The path of the link that was mailed to confirm a request."""
    (message,) = salon.load(MessagePage(to=to))
    (button,) = salon.engine.composer.letter(message).buttons
    assert button.purpose == "confirm"
    return urlsplit(button.url).path


class TestAtNight:
    NIGHT: ClassVar[dict[str, str]] = {**ADA, "email": "", "phone": "0171 1234567"}

    def test_a_text_waits_for_the_morning_and_the_page_says_so(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.passes(hours=15, minutes=30)
        page = web.post("/waitlist", data=self.NIGHT)
        assert "We write to you by 08:00 at the latest, with a link" in page.text
        assert "We write to you now" not in page.text
        (joined,) = salon.messages("joined")
        assert joined.channel == "text"

    def test_json_says_it_too(self, salon: Salon, web: TestClient) -> None:
        salon.passes(hours=15)
        told = web.post("/waitlist", json={**self.NIGHT, "party": 1}).json()
        assert told["message"].startswith("You are on the list. We write to you by 08:00,")

    def test_an_email_leaves_at_once(self, salon: Salon, web: TestClient) -> None:
        salon.passes(hours=15)
        assert "We write to you now" in web.post("/waitlist", data=ADA).text


class TestThePage:
    def test_it_asks_for_what_is_needed_and_nothing_else(
        self, salon: Salon, web: TestClient
    ) -> None:
        page = web.get("/waitlist")
        assert page.status_code == 200
        for words in (
            "Salon Jess",
            "<option>Colour</option>",
            "<option>Sam</option>",
            'type="tel"',
            'type="email"',
        ):
            assert words in page.text
        assert 'min="2026-06-01" max="2027-06-02"' in page.text

    def test_a_page_that_leads_here_may_name_what_to_choose(
        self, salon: Salon, web: TestClient
    ) -> None:
        page = web.get("/waitlist?service=cut&staff=Sam&latest=2026-06-20&name=Zoe&on_thu=1")
        assert "<option selected>Cut</option>" in page.text
        assert "<option selected>Sam</option>" in page.text
        assert 'value="2026-06-20"' in page.text
        assert 'name="on_thu" value="1" checked' in page.text
        assert 'value="Zoe"' not in page.text

    def test_before_there_are_services_it_says_so_kindly(
        self, salon: Salon, web: TestClient
    ) -> None:
        salon.rules("Business: Salon Jess\n")
        page = web.get("/waitlist")
        assert page.status_code == 200
        assert "The waitlist is not open yet." in page.text
        assert web.post("/waitlist", data=ADA).status_code == 422
        assert stored(salon) == []

    def test_it_tells_scripts_what_one_can_wait_for(self, salon: Salon, web: TestClient) -> None:
        told = web.get("/waitlist", headers={"accept": "application/json"})
        assert told.json()["services"] == [
            {"name": "Colour", "minutes": 90},
            {"name": "Cut", "minutes": 45},
        ]
        assert told.headers["access-control-allow-origin"] == "*"
        assert web.options("/waitlist").status_code == 204

    def test_what_another_page_names_cannot_break_ours(self, salon: Salon, web: TestClient) -> None:
        page = web.get("/waitlist", params={"earliest": '"><script>', "party": '"><script>'})
        assert "<script>" not in page.text


class TestJoining:
    def test_by_form(self, salon: Salon, web: TestClient) -> None:
        more = {
            "phone": "0171 1234567",
            "staff": "Jess",
            "earliest": "2026-06-02",
            "latest": "2026-06-20",
        }
        page = web.post("/waitlist", data={**ADA, **more, "party": "2"})
        assert page.status_code == 200
        assert "<h1>You are on the list.</h1>" in page.text
        (entry,) = stored(salon)
        assert (entry.name, entry.phone, entry.email) == ("Ada", "+491711234567", "ada@example.org")
        assert (entry.service, entry.staff, entry.party) == ("Colour", "Jess", 2)
        assert (entry.earliest, entry.latest, entry.source) == ("2026-06-02", "2026-06-20", "form")
        assert len(salon.messages("joined")) == 1

    def test_by_json(self, salon: Salon, web: TestClient) -> None:
        told = web.post(
            "/waitlist",
            json={"name": "Ada", "phone": "+49 171 1234567", "service": "cut", "email": None},
        )
        assert told.status_code == 200
        assert told.headers["access-control-allow-origin"] == "*"
        (entry,) = stored(salon)
        assert told.json().keys() == {"state", "message"}
        assert (entry.service, entry.email, entry.joined_at) == ("Cut", "", START)

    def test_a_form_may_want_json_back(self, salon: Salon, web: TestClient) -> None:
        told = web.post("/waitlist", data=ADA, headers={"accept": "application/json"})
        assert told.json()["state"] == "waiting"
        wrong = web.post(
            "/waitlist", data={**ADA, "party": "x"}, headers={"accept": "application/json"}
        )
        assert (wrong.status_code, wrong.json()["error"]["field"]) == (422, "party")

    def test_nobody_learns_whether_someone_was_on_the_list_before(
        self, salon: Salon, web: TestClient
    ) -> None:
        """Nor since when: an entry's id begins with the time at which it was made."""
        first = web.post("/waitlist", json={**ADA, "party": 1})
        again = web.post("/waitlist", json={**ADA, "weekdays": ["mon"], "party": 1})
        other = web.post("/waitlist", json={**ADA, "email": "c@x.org", "party": 1})
        assert first.json() == again.json() == other.json()
        assert (
            web.post("/waitlist", data=ADA).text
            == web.post("/waitlist", data={**ADA, "email": "c@x.org"}).text
        )
        assert [one.name for one in stored(salon)] == ["Ada", "Ada"]

    def test_a_machine_gets_the_same_kind_answer_and_is_not_kept(
        self, salon: Salon, web: TestClient
    ) -> None:
        bot = {**ADA, "homepage": "https://spam.example"}
        assert web.post("/waitlist", data=bot).text == web.post("/waitlist", data=ADA).text
        told = web.post("/waitlist", json={**bot, "party": 1, "email": "bot@example.org"})
        assert told.json() == web.post("/waitlist", json={**ADA, "party": 1}).json()
        assert [one.email for one in stored(salon)] == ["ada@example.org"]

    def test_the_field_that_people_do_not_see_is_out_of_everyones_way(
        self, salon: Salon, web: TestClient
    ) -> None:
        page = web.get("/waitlist").text
        field = page.partition('<div class="away" aria-hidden="true">')[2].partition("</div>")[0]
        assert 'name="homepage"' in field
        assert 'tabindex="-1"' in field

    def test_too_many_entries_of_one_person_are_refused(
        self, salon: Salon, web: TestClient
    ) -> None:
        services = "\n".join(f"- Style {number}: 30 minutes" for number in range(25))
        salon.rules(f"Services\n{services}\n")
        answers = []
        for number in range(MOST_ENTRIES_OF_ONE + 1):
            salon.passes(minutes=1)
            answers.append(
                web.post("/waitlist", json={**ADA, "party": 1, "service": f"Style {number}"})
            )
        assert [one.status_code for one in answers] == [200] * MOST_ENTRIES_OF_ONE + [409]
        assert answers[-1].json()["error"]["code"] == "too_many"


class TestWhatIsNotTaken:
    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"name": " "}, "name"),
            ({"email": ""}, "phone"),
            ({"email": "ada@"}, "email"),
            ({"phone": "12"}, "phone"),
            ({"phone": "030 123456"}, "phone"),
            ({"service": "Massage"}, "service"),
            ({"service": ""}, "service"),
            ({"staff": "Eve"}, "staff"),
            ({"party": "0"}, "party"),
            ({"party": "51"}, "party"),
            ({"party": "two"}, "party"),
            ({"earliest": "2026-05-31"}, "earliest"),
            ({"latest": "2026-05-31"}, "latest"),
            ({"latest": "2027-06-03"}, "latest"),
            ({"latest": "2026-02-30"}, "latest"),
            ({"latest": "soon"}, "latest"),
            ({"earliest": "2026-06-20", "latest": "2026-06-19"}, "latest"),
        ],
    )
    def test_each_problem_stands_beside_its_field_and_all_that_was_typed_stays(
        self, salon: Salon, web: TestClient, more: dict[str, str], field: str
    ) -> None:
        page = web.post("/waitlist", data={**ADA, "name": "Ada L", **more})
        assert page.status_code == 422
        assert f'id="{field}-wrong"' in page.text
        assert "Please check the fields in red." in page.text
        if "name" not in more:
            assert 'value="Ada L"' in page.text
        assert stored(salon) == []
        told = web.post("/waitlist", data={**ADA, **more}, headers={"accept": "application/json"})
        assert (told.status_code, told.json()["error"]["field"]) == (422, field)

    def test_all_problems_are_told_at_once(self, salon: Salon, web: TestClient) -> None:
        page = web.post("/waitlist", data={})
        for field in ("name", "phone", "service"):
            assert f'id="{field}-wrong"' in page.text

    def test_today_is_the_businesss_day(self, salon: Salon, web: TestClient) -> None:
        salon.passes(hours=13.5)  # half past midnight in Berlin, still the day before in UTC
        assert web.post("/waitlist", data={**ADA, "latest": "2026-06-01"}).status_code == 422
        assert web.post("/waitlist", data={**ADA, "latest": "2026-06-02"}).status_code == 200

    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b'"x"', b"[" * 100_000])
    def test_what_is_no_json_is_a_bad_request(
        self, salon: Salon, web: TestClient, body: bytes
    ) -> None:
        told = web.post("/waitlist", content=body, headers={"content-type": "application/json"})
        assert told.status_code in (400, 413)
        assert "error" in told.json()

    @pytest.mark.parametrize(
        ("more", "field"),
        [({"name": 5}, "name"), ({"party": "x"}, "party"), ({"staff": []}, "staff")],
    )
    def test_json_of_the_wrong_kind_names_its_field(
        self, salon: Salon, web: TestClient, more: dict[str, Any], field: str
    ) -> None:
        told = web.post("/waitlist", json={**ADA, "party": 1, **more})
        assert (told.status_code, told.json()["error"]["field"]) == (422, field)

    def test_a_body_without_end_is_cut_off(self, salon: Salon, web: TestClient) -> None:
        assert web.post("/waitlist", data={**ADA, "name": "x" * 100_000}).status_code == 413


class TestSomebodyElsesEmail:
    """A stranger who gives someone's email with their own phone is not asked in their place."""

    OWN = "+4915112345678"
    MALLORYS = "+4915187654321"

    def joins(self, web: TestClient, phone: str = "") -> Any:
        return web.post("/waitlist", json={**ADA, "party": 1, "phone": phone}).json()

    def requests(self, salon: Salon) -> list[str]:
        return [one.to for one in salon.messages("joined") if one.facts.get("request")]

    def press(self, salon: Salon, web: TestClient) -> None:
        (message,) = [one for one in salon.messages("joined") if one.facts.get("request")]
        (button,) = salon.engine.composer.letter(message).buttons
        asked = web.get(urlsplit(button.url).path).text
        assert ("the number is taken out" in asked) == bool(stored(salon)[0].phone)
        assert "You are on the list." in web.post(urlsplit(button.url).path).text

    @pytest.mark.parametrize("phone", [OWN, ""])
    def test_the_owner_gets_the_place_by_the_link_in_their_inbox(
        self, salon: Salon, web: TestClient, phone: str
    ) -> None:
        first = self.joins(web, self.MALLORYS)
        assert self.joins(web, phone) == first, "nobody learns that there was an entry"
        assert self.requests(salon) == [ADA["email"]]
        (before,) = stored(salon)
        assert (before.phone, before.channel) == (self.MALLORYS, "text")
        self.press(salon, web)
        (entry,) = stored(salon)
        assert (entry.phone, entry.email, entry.channel) == ("", ADA["email"], "mail")
        assert entry.joined_at == before.joined_at
        salon.frees()
        assert [(one.channel, one.to) for one in salon.messages("offer")] == [
            ("mail", ADA["email"])
        ]

    def test_an_offer_that_went_to_the_other_phone_goes_to_the_owner(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.joins(web, self.MALLORYS)
        salon.frees()
        self.joins(web)
        self.press(salon, web)
        assert [one.to for one in salon.messages("offer")] == [ADA["email"], self.MALLORYS]

    def test_the_same_again_asks_for_nothing(self, salon: Salon, web: TestClient) -> None:
        for _ in range(2):
            self.joins(web, self.OWN)
        web.post("/waitlist", json={**ADA, "party": 1, "email": "", "phone": self.OWN})
        web.post("/waitlist", json={**ADA, "party": 1, "email": "b@x.org", "phone": self.OWN})
        assert self.requests(salon) == []

    def test_pressing_again_changes_nothing_more(self, salon: Salon, web: TestClient) -> None:
        self.joins(web, self.MALLORYS)
        self.joins(web)
        self.press(salon, web)
        (entry,) = stored(salon)
        self.press(salon, web)
        assert stored(salon) == [entry]


@pytest.mark.timing
def test_nobody_sees_from_the_time_who_is_on_the_list(
    salon: Salon, web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EVEN_SECONDS", 0.1)
    for number in range(5):
        salon.joins(f"Known{number}")
    took: dict[str, list[float]] = {"known": [], "new": []}
    for name, times in took.items():
        for number in range(5):
            begin = time.perf_counter()
            web.post("/waitlist", json={**ADA, "party": 1, "email": f"{name}{number}@example.org"})
            times.append(time.perf_counter() - begin)
    known, new = median(took["known"]), median(took["new"])
    assert min(known, new) >= 0.1
    assert_within(abs(known - new), 0.05)


class TestHowOften:
    def crowd(self, web: TestClient, number: int, begin: str = "ada") -> list[str]:
        people = ({**ADA, "party": 1, "email": f"{begin}{at}@example.org"} for at in range(number))
        return [web.post("/waitlist", json=one).json()["state"] for one in people]

    def test_beyond_the_limit_a_place_has_to_be_confirmed_by_email(
        self, salon: Salon, web: TestClient
    ) -> None:
        states = self.crowd(web, JOIN.holds + 2)
        assert states == ["waiting"] * JOIN.holds + ["pending"] * 2
        # The clock of the house is moved by hand; that of the limit is the machine's own.
        salon.passes(hours=2)
        page = web.post("/waitlist", data={**ADA, "email": "zoe@example.org"})
        assert (page.status_code, "Check your inbox." in page.text) == (200, True)
        assert len(stored(salon)) == JOIN.holds

    def test_the_mailed_link_joins_as_of_that_moment(self, salon: Salon, web: TestClient) -> None:
        self.crowd(web, JOIN.holds)
        asked = {**ADA, "email": "zoe@example.org", "staff": "Jess", "latest": "2026-06-20"}
        web.post("/waitlist", data=asked)
        path = confirm_path(salon, "zoe@example.org")
        shown = web.get(path)
        assert "One more step" in shown.text
        assert "Jess" in shown.text
        assert len(stored(salon)) == JOIN.holds
        salon.passes(hours=3)
        assert "You are on the list." in web.post(path).text
        (entry,) = [one for one in stored(salon) if one.email == "zoe@example.org"]
        assert (entry.email, entry.staff, entry.latest) == (
            "zoe@example.org",
            "Jess",
            "2026-06-20",
        )
        assert entry.joined_at == salon.clock.now()
        assert "You are on the list." in web.post(path).text
        assert len(stored(salon)) == JOIN.holds + 1

    def test_who_waits_already_gets_the_same_answer(self, salon: Salon, web: TestClient) -> None:
        self.crowd(web, JOIN.holds)
        answers = [
            web.post("/waitlist", json={**ADA, "party": 1, "email": email}).json()
            for email in ("ada1@example.org", "new@example.org")
        ]
        assert answers[0] == answers[1]

    def test_a_link_ends_after_a_day_and_nothing_of_it_is_kept(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.crowd(web, JOIN.holds)
        phone = "+4915112345678"
        web.post("/waitlist", data={**ADA, "email": "zoe@example.org", "phone": phone})
        path = confirm_path(salon, "zoe@example.org")
        salon.passes(hours=24)
        assert web.get(path).status_code == 410
        assert salon.load(MessagePage(to="zoe@example.org")) == ()
        (ended,) = [one for one in salon.messages() if one.facts.get("request")]
        assert {ended.facts["entry"][name] for name in ("phone", "email")} == {""}

    def test_without_an_email_there_is_nothing_to_confirm(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.crowd(web, JOIN.holds)
        told = web.post("/waitlist", data={**ADA, "email": "", "phone": "+4915112345678"})
        assert told.status_code == 422
        assert "Please enter your email." in told.text

    def test_what_the_rules_no_longer_have_cannot_be_confirmed(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.crowd(web, JOIN.holds)
        web.post("/waitlist", data={**ADA, "email": "zoe@example.org", "service": "Cut"})
        path = confirm_path(salon, "zoe@example.org")
        salon.rules(RULES.replace("- Cut:", "- Curl:"))
        told = web.post(path)
        assert (told.status_code, "There is no such service." in told.text) == (409, True)

    def test_a_link_to_a_request_that_is_gone_says_so(self, salon: Salon, web: TestClient) -> None:
        assert web.get(salon.link("request", "x")).status_code == 410

    def test_unconfirmed_requests_of_one_address_are_bounded(
        self, salon: Salon, web: TestClient
    ) -> None:
        self.crowd(web, JOIN.holds)
        states = self.crowd(web, UNCONFIRMED.holds, "more")
        assert set(states) == {"pending"}
        told = web.post("/waitlist", json={**ADA, "party": 1, "email": "last@example.org"})
        assert told.status_code == 429
        assert (told.headers["retry-after"], told.json()["error"]["code"]) == ("30", "too_often")
        page = web.post("/waitlist", data=ADA)
        assert (page.status_code, page.headers["retry-after"]) == (429, "30")
        assert "One moment, please." in page.text
        # Who confirms makes room for the next.
        web.post(confirm_path(salon, "more7@example.org"))
        assert self.crowd(web, 1, "last") == ["pending"]

    def test_who_only_mistypes_is_not_kept_waiting(self, salon: Salon, web: TestClient) -> None:
        for _ in range(2 * JOIN.holds):
            assert web.post("/waitlist", data={**ADA, "email": "ada@"}).status_code == 422
        assert web.post("/waitlist", data=ADA).status_code == 200

    def test_looking_at_the_page_costs_nothing(self, salon: Salon, web: TestClient) -> None:
        for _ in range(2 * JOIN.holds):
            assert web.get("/waitlist").status_code == 200

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("203.0.113.1", "203.0.113.2", False),
            ("203.0.113.1", "::ffff:203.0.113.1", True),
            ("2001:db8::1", "2001:db8::ffff:1", True),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
            ("fe80::1%eth0", "fe80::2%eth1", True),
            ("a-name", "another", True),
        ],
    )
    def test_whose_bucket_it_is(
        self, salon: Salon, web: TestClient, one: str, other: str, same: bool
    ) -> None:
        first = WebClient(web.app, one)
        first.portal = web.portal
        second = WebClient(web.app, other)
        second.portal = web.portal
        assert self.crowd(first, JOIN.holds + 1)[-1] == "pending"
        assert self.crowd(second, 1) == ["pending" if same else "waiting"]


def test_rules_that_were_changed_hold_at_once(salon: Salon, web: TestClient) -> None:
    salon.rules(RULES.replace("- Cut:", "- Curl:"))
    assert web.post("/waitlist", data={**ADA, "service": "Cut"}).status_code == 422
    assert web.post("/waitlist", data={**ADA, "service": "Curl"}).status_code == 200

import re
from typing import Any

import pytest

from fullhouse.locale import LANGUAGES
from fullhouse.products.rsvp.commands import CancelEvent, EditEvent
from fullhouse.products.rsvp.model import Settings
from fullhouse.web.desk.events.event_form import LABELS
from tests.support.phrases import phrases
from tests.web.desk.support import Desk, text_of

PHRASES = phrases("rsvp")

SUPPER = {
    "name": "Supper",
    "starts_at": "2026-06-20T18:00",
    "timezone": "Europe/Berlin",
    "venue": "The old mill",
    "cap": "24",
    "host_email": "jo@example.org",
}


def form_of(desk: Desk, path: str) -> dict[str, Any]:
    """The fields of a form as a browser would send them back."""
    page = desk.web.get(path).text.partition('<form class="sheet"')[2]
    fields: dict[str, Any] = {"reminders": []}
    for tag in re.findall(r"<input [^>]+>", page):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if (
            name is None
            or value is None
            or name[1] == "form_token"
            or ("checkbox" in tag and " checked" not in tag)
        ):
            continue
        if name[1] == "reminders":
            fields["reminders"].append(value[1])
        else:
            fields[name[1]] = value[1]
    for name, options in re.findall(
        r'<select [^>]*?name="(\w+)".*?>(.*?)</select>', page, re.DOTALL
    ):
        chosen = re.search(r'value="([\w-]+)" selected', options)
        assert chosen is not None
        fields[name] = chosen[1]
    return fields


def test_the_first_page_shows_the_number_first(desk: Desk) -> None:
    assert "No event is coming up." in desk.read("/desk")
    desk.evening.opens(cap=1)
    for name in ("Anna", "Bert"):
        desk.evening.signs_up(name)
    page = desk.read("/desk")
    assert "1 / 1" in page
    assert "1 on the waitlist" in page


def test_events_that_are_over_come_last(desk: Desk) -> None:
    desk.evening.opens(
        "later", name="Later", starts_at=desk.evening.clock.now().replace(tzinfo=None, month=9)
    )
    desk.evening.opens("soon", name="Soon")
    desk.evening.passes(days=25)
    desk.evening.opens(
        "next", name="Next", starts_at=desk.evening.clock.now().replace(tzinfo=None, month=8)
    )
    page = desk.read("/desk")
    assert page.index("Next") < page.index("Later") < page.index("Over") < page.index("Soon")


def test_a_new_event_is_open_at_once(desk: Desk) -> None:
    answer = desk.send("/desk/new", SUPPER)
    path = answer.headers["location"]
    assert re.fullmatch(r"/desk/e/supper-\w+\?done=created", path)
    page = desk.read(path)
    assert "0 of 24 seats taken" in page
    assert "Sat 20 Jun 2026, 18:00 Europe/Berlin" in page
    assert "Event created" in page
    assert "by jo@example.org" in page


def test_what_was_typed_stays_when_something_is_wrong(desk: Desk) -> None:
    answer = desk.send("/desk/new", {**SUPPER, "cap": "many"})
    assert answer.status_code == 422
    assert "Say how many seats there are" in answer.text
    assert 'value="many"' in answer.text
    assert 'value="The old mill"' in answer.text
    assert 'aria-invalid="true"' in answer.text


def test_all_that_is_missing_is_named_at_once(desk: Desk) -> None:
    answer = desk.send("/desk/new")
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 4


def test_each_problem_is_said_in_the_hosts_words(desk: Desk) -> None:
    for field, value, says in (
        ("name", "", "Give the event a name."),
        ("starts_at", "soon", "Say on which day and at what time it starts."),
        ("timezone", "Berlin", "There is no such time zone."),
        ("starts_at", "2020-01-01T10:00", "The date lies in the past."),
        ("ends_at", "2026-06-20T17:00", "The end lies before the start."),
        ("host_email", "jo", "That doesn't look like an email address."),
        ("name", "x" * 300, "Name may have at most 200 characters."),
        ("cap", "0", "The cap must be from 1 to 1,000,000."),
    ):
        answer = desk.send("/desk/new", {**SUPPER, field: value})
        assert answer.status_code == 422, field
        assert says in text_of(answer), field


def test_an_edit_says_what_will_change_before_it_is_saved(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", "Bert"):
        desk.evening.signs_up(name)
    fields = {**form_of(desk, "/desk/e/party/edit"), "venue": "The barn", "cap": "2"}
    asked = desk.send("/desk/e/party/edit", fields)
    page = text_of(asked)
    assert "Nothing has changed yet." in page
    assert "Place The old mill becomes The barn" in page
    assert "Seats 1 becomes 2" in page
    assert "Tell 2 guests by email" in page
    assert "The new seats are offered to the waitlist first" in page
    assert desk.evening.event().cap == 1

    saved = desk.send("/desk/e/party/edit", {**fields, "sure": "yes", "tell_guests": "yes"})
    assert saved.headers["location"] == "/desk/e/party?done=changed"
    assert (desk.evening.event().venue, desk.evening.event().cap) == ("The barn", 2)
    assert len(desk.evening.mails("changed")) == 2


def test_guests_are_not_told_unless_the_host_says_so(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Anna")
    fields = {**form_of(desk, "/desk/e/party/edit"), "venue": "The barn", "sure": "yes"}
    desk.send("/desk/e/party/edit", fields)
    assert desk.evening.event().venue == "The barn"
    assert desk.evening.mails("changed") == []


def test_the_end_moves_along_with_the_start(desk: Desk) -> None:
    desk.evening.opens()
    fields = {**form_of(desk, "/desk/e/party/edit"), "starts_at": "2026-06-21T18:00", "sure": "yes"}
    desk.send("/desk/e/party/edit", fields)
    assert str(desk.evening.event().ends_at) == "2026-06-21 21:00:00"


def test_every_setting_can_be_changed(desk: Desk) -> None:
    desk.evening.opens()
    wanted = {
        "reminders": ["1d"],
        "other_reminders": "3d, 90m",
        "morning_at": "08:30",
        "quiet_from": "22:00",
        "quiet_to": "07:00",
        "claim_number": "90",
        "claim_unit": "m",
        "invite_number": "2",
        "invite_unit": "d",
        "grace_number": "0",
        "grace_unit": "m",
        "time_critical_offers": "yes",
        "confirm_by_mail": "yes",
        "max_party": "4",
        "lapse_limit": "0",
        "run_up_days": "3",
        "language": "de",
    }
    fields = {**form_of(desk, "/desk/e/party/edit"), **wanted}
    asked = text_of(desk.send("/desk/e/party/edit", fields))
    assert "Also for those who are on the list already" in asked
    assert "Time to claim a seat 6 h becomes 1 h 30 min" in asked
    desk.send("/desk/e/party/edit", {**fields, "sure": "yes", "for_all": "yes"})
    settings = desk.evening.event().settings
    assert settings.reminders == ("1d", "3d", "90m")
    assert (settings.quiet_hours.from_, settings.quiet_hours.to, settings.morning_at) == (
        "22:00",
        "07:00",
        "08:30",
    )
    assert (settings.claim_window, settings.invite_window) == ("90m", "2d")
    assert settings.mail_grace == "0m"
    assert settings.time_critical_offers
    assert settings.confirm_by_mail
    assert (settings.max_party, settings.lapse_limit, settings.run_up_days, settings.language) == (
        4,
        0,
        3,
        "de",
    )
    shown = form_of(desk, "/desk/e/party/edit")
    assert shown["other_reminders"] == "3d, 90m"
    assert (shown["claim_number"], shown["claim_unit"], shown["invite_number"]) == ("90", "m", "48")


def test_a_setting_that_cannot_be_meant_is_named(desk: Desk) -> None:
    desk.evening.opens()
    fields = form_of(desk, "/desk/e/party/edit")
    for field, value, says in (
        ("other_reminders", "soon", "Write other reminders as 3d, 12h or 90m"),
        ("claim_number", "0", "Give a time of at least a minute"),
        ("max_party", "99", "A party can be from 1 to 50 people."),
        ("language", "English!", "Pick a language from the list."),
        ("quiet_from", "late", "is not a time of day"),
    ):
        answer = desk.send("/desk/e/party/edit", {**fields, field: value})
        assert answer.status_code == 422, field
        assert says in text_of(answer), field
        assert f'value="{value}"' in answer.text


@pytest.mark.parametrize(
    "wish",
    [
        {"cap": "0"},
        {"starts_at": "2026-05-31T18:00"},
        {"starts_at": "2027-03-28T02:30"},
        {"claim_number": "20", "claim_unit": "m", "shortest_number": "40", "shortest_unit": "m"},
    ],
)
def test_the_preview_refuses_what_saving_refuses(desk: Desk, wish: dict[str, str]) -> None:
    desk.evening.opens()
    fields = {**form_of(desk, "/desk/e/party/edit"), **wish}
    looked = desk.send("/desk/e/party/edit", fields)
    saved = desk.send("/desk/e/party/edit", {**fields, "sure": "yes"})
    assert looked.status_code == saved.status_code == 422
    assert text_of(looked) == text_of(saved)


def test_a_review_that_is_out_of_date_saves_nothing_and_shows_what_differs_now(desk: Desk) -> None:
    desk.evening.opens(cap=10)
    fields = {**form_of(desk, "/desk/e/party/edit"), "venue": "The barn"}
    review = desk.send("/desk/e/party/edit", fields)
    rev = re.search(r'name="rev" value="(\d+)"', review.text)
    assert rev is not None
    desk.evening.give(EditEvent(event_id="party", cap=4), "host")
    late = desk.send("/desk/e/party/edit", {**fields, "sure": "yes", "rev": rev[1]})
    assert late.status_code == 409
    assert "Someone changed this event in the meantime" in text_of(late)
    assert "Seats 4 becomes 10" in text_of(late)
    assert (desk.evening.event().cap, desk.evening.event().venue) == (4, "The old mill")
    now = re.search(r'name="rev" value="(\d+)"', late.text)
    assert now is not None
    desk.send("/desk/e/party/edit", {**fields, "cap": "4", "sure": "yes", "rev": now[1]})
    assert (desk.evening.event().cap, desk.evening.event().venue) == (4, "The barn")


def test_an_edit_without_a_difference_says_so(desk: Desk) -> None:
    desk.evening.opens()
    answer = desk.send("/desk/e/party/edit", form_of(desk, "/desk/e/party/edit"))
    assert answer.headers["location"] == "/desk/e/party?done=unchanged"


def test_going_back_keeps_what_was_typed(desk: Desk) -> None:
    desk.evening.opens()
    fields = {**form_of(desk, "/desk/e/party/edit"), "venue": "The barn", "back": "yes"}
    answer = desk.send("/desk/e/party/edit", fields)
    assert 'value="The barn"' in answer.text
    assert desk.evening.event().venue == "The old mill"


def test_a_lowered_cap_is_explained(desk: Desk) -> None:
    desk.evening.opens(cap=3)
    for name in ("Anna", "Bert", "Cleo"):
        desk.evening.signs_up(name)
    page = text_of(
        desk.send("/desk/e/party/edit", {**form_of(desk, "/desk/e/party/edit"), "cap": "1"})
    )
    assert "2 more seats are taken or held than the new number allows. Nobody loses one" in page


def test_sign_up_closes_and_opens_again(desk: Desk) -> None:
    desk.evening.opens()
    assert desk.send("/desk/e/party/close").headers["location"] == "/desk/e/party?done=closed"
    assert "Sign-up closed" in desk.read("/desk/e/party?done=closed")
    assert desk.evening.event().state == "closed"
    desk.send("/desk/e/party/reopen")
    assert desk.evening.event().state == "open"


def test_cancelling_says_first_what_will_happen(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", "Bert"):
        desk.evening.signs_up(name)
    page = desk.read("/desk/e/party/cancel")
    assert "Nothing has happened yet." in page
    assert "2 people are told by email, once" in page
    assert desk.evening.event().state == "open"
    desk.send("/desk/e/party/cancel")
    assert desk.evening.event().state == "cancelled"
    assert len(desk.evening.mails("event_cancelled")) == 2


def test_what_is_cancelled_cannot_be_edited(desk: Desk) -> None:
    desk.evening.opens()
    fields = {**form_of(desk, "/desk/e/party/edit"), "venue": "The barn", "sure": "yes"}
    desk.send("/desk/e/party/cancel")
    answer = desk.send("/desk/e/party/edit", fields)
    assert answer.status_code == 422
    assert "The event has been cancelled." in answer.text
    assert desk.send("/desk/e/party/close").status_code == 409


def test_the_language_of_the_mails_is_picked_from_those_that_there_are(desk: Desk) -> None:
    desk.evening.opens()
    page = desk.web.get("/desk/e/party/edit").text
    assert set(LANGUAGES) == set(PHRASES)
    assert '<option value="en" selected>English</option>' in page
    assert '<option value="de">Deutsch</option>' in page


def test_a_language_that_a_script_has_set_keeps_its_place(desk: Desk) -> None:
    desk.evening.opens(settings={"language": "de-AT"})
    assert "de-AT (emails are in Deutsch)" in desk.read("/desk/e/party/edit")
    assert form_of(desk, "/desk/e/party/edit")["language"] == "de-AT"


def test_a_language_of_an_older_version_becomes_the_one_of_its_emails(desk: Desk) -> None:
    desk.evening.opens(settings={"language": "ja-JP"})
    assert form_of(desk, "/desk/e/party/edit")["language"] == "en"


def test_settings_that_would_stop_all_messages_are_refused(desk: Desk) -> None:
    desk.evening.opens()
    form = form_of(desk, "/desk/e/party/edit")
    quiet = {**form, "quiet_from": "00:00", "quiet_to": "23:59"}
    skipped = {**form, "starts_at": "2027-03-28T02:30"}
    page = text_of(desk.send("/desk/e/party/edit", quiet))
    assert "Quiet hours must leave at least one hour of the day." in page
    page = text_of(desk.send("/desk/e/party/edit", {**skipped, "sure": "yes"}))
    assert "This time does not exist on that day" in page
    assert "Pick a language from the list." in text_of(
        desk.send("/desk/e/party/edit", {**form, "language": "ja-JP"})
    )


def test_an_end_that_nobody_entered_is_not_in_the_form_and_can_be_removed(desk: Desk) -> None:
    desk.evening.opens()
    form = form_of(desk, "/desk/e/party/edit")
    assert form["ends_at"] == "2026-06-20T21:00"
    desk.send("/desk/e/party/edit", {**form, "ends_at": "", "sure": "yes"})
    assert desk.evening.event("party").open_end
    form = form_of(desk, "/desk/e/party/edit")
    assert form["ends_at"] == ""
    desk.send("/desk/e/party/edit", {**form, "venue": "The barn", "sure": "yes"})
    assert desk.evening.event("party").open_end


def test_a_new_language_is_said_before_it_is_saved_and_own_words_stay(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.give(EditEvent(event_id="party", voice={"confirmation": "Hello."}))
    review = text_of(
        desk.send("/desk/e/party/edit", {**form_of(desk, "/desk/e/party/edit"), "language": "de"})
    )
    assert "Language of emails and pages English becomes Deutsch" in review
    assert (
        "1 message has words of your own. They stay as they are: nothing is translated." in review
    )


def test_each_setting_has_a_label_for_the_page_that_says_what_will_change() -> None:
    assert {name for name in LABELS if name.startswith("settings.")} == {
        f"settings.{name}" for name in Settings.__struct_fields__
    }


def test_the_story_shows_the_counts_before_and_after(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    desk.evening.signs_up("Anna")
    desk.evening.signs_up("Bert")
    story = text_of(desk.web.get("/desk/e/party/audit"))
    assert "Confirmed: 0 → 1 · Open: 1 → 0" in story
    assert "Waiting: 0 → 1" in story


def test_a_cancelled_event_does_not_look_live(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    desk.evening.signs_up("Anna")
    desk.evening.give(CancelEvent(event_id="party"))
    home = desk.web.get("/desk").text
    assert "No event is coming up." in home
    assert "event-card off" in home
    assert "<strong>1</strong>" not in home
    page = desk.read("/desk/e/party")
    assert "This event is cancelled. Nobody can sign up any more" in page
    assert "seats taken" not in page

"""The host's name in the forms of the desk."""

from tests.web.desk.events.test_pages import SUPPER, form_of
from tests.web.desk.support import Desk, text_of

EDIT = "/desk/e/party/edit"


def test_a_new_event_takes_the_hosts_name(desk: Desk) -> None:
    assert form_of(desk, "/desk/new")["host_name"] == ""
    made = desk.send("/desk/new", {**SUPPER, "host_name": " Grace Hopper "})
    event_id = made.headers["location"].removeprefix("/desk/e/").partition("?")[0]
    assert desk.evening.event(event_id).host_name == "Grace Hopper"


def test_a_new_name_is_shown_before_it_is_saved_and_tells_nobody(desk: Desk) -> None:
    desk.evening.opens(host_name="Grace")
    desk.evening.signs_up("Anna")
    fields = {**form_of(desk, EDIT), "host_name": "Grace Hopper"}
    page = text_of(desk.send(EDIT, fields))
    assert "Your name Grace becomes Grace Hopper" in page
    assert "by email" not in page.partition("Your name")[2]
    desk.send(EDIT, {**fields, "sure": "yes"})
    assert desk.evening.event().host_name == "Grace Hopper"
    desk.send(EDIT, {**fields, "host_name": "", "sure": "yes"})
    assert desk.evening.event().host_name == ""


def test_a_form_without_the_field_leaves_the_name(desk: Desk) -> None:
    desk.evening.opens(host_name="Grace")
    fields = {**form_of(desk, EDIT), "venue": "The barn", "sure": "yes"}
    del fields["host_name"]
    desk.send(EDIT, fields)
    assert (desk.evening.event().venue, desk.evening.event().host_name) == ("The barn", "Grace")


def test_a_name_that_does_not_fit_is_refused(desk: Desk) -> None:
    for name, says in (
        ("x" * 201, "Your name may have at most 200 characters."),
        ("Grace\u202eHopper", "Your name must be one line of text without control characters."),
    ):
        answer = desk.send("/desk/new", {**SUPPER, "host_name": name})
        assert answer.status_code == 422
        assert says in text_of(answer)


def test_the_next_date_has_the_same_host(desk: Desk) -> None:
    desk.evening.opens(host_name="Grace")
    made = desk.send("/desk/e/party/duplicate", {"repeat": "week"})
    event_id = made.headers["location"].removeprefix("/desk/e/").partition("?")[0]
    assert desk.evening.event(event_id).host_name == "Grace"

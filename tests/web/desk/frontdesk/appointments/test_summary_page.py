"""How the weeks went: the figures of the weekly summary as a page and a picture."""

from tests.web.desk.frontdesk.appointments.book import Front
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.support import Desk

SUMMARY = "/desk/appointments/summary"


def test_a_week_in_figures(desk: Desk, day: Front) -> None:
    day.claims("gusc1")
    page = tidy(desk.read(SUMMARY))
    assert "1 of 8 appointments confirmed this week" in page
    assert "55 EUR from refilled chairs" in page
    assert "0 No-shows prevented" in page.replace("No-shows prevented 0", "0 No-shows prevented")
    assert "Week of 1 Jun: 1 of 8 confirmed, 1 of 1 freed chair filled again." in page


def test_who_went_quiet_leads_to_them(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00")
    assert "Nobody: everyone who was reminded has answered." in desk.read(SUMMARY)
    front.evening.passes(minutes=190)
    assert '<a href="/desk/appointments/a/ada"><bdi>Ada</bdi></a>' in desk.web.get(SUMMARY).text


def test_weeks_go_back_to_the_first_with_anybody_in_it(desk: Desk, front: Front) -> None:
    assert desk.web.get(SUMMARY).text.count('<th scope="row">') == 1
    front.books("Ada", "2026-05-20T14:00")
    page = desk.web.get(SUMMARY).text
    assert page.count('<th scope="row">') == 3
    assert "Week of 18 May: 0 of 1 confirmed, 0 of 0 freed chairs filled again." in page


def test_both_summaries_count_a_claimed_slot_only_while_its_customer_has_it(
    desk: Desk, day: Front
) -> None:
    day.claims("gusc1")
    assert "1 of 1 freed slot filled in June 2026" in tidy(desk.read("/desk/waitlist/summary"))
    day.cancels("gusc1")
    assert "0 of 2 freed chairs filled again." in tidy(desk.read(SUMMARY))
    said = tidy(desk.read("/desk/waitlist/summary"))
    assert "0 of 2 freed slots filled in June 2026" in said
    assert "Nothing recovered yet" in said
    assert "0 of 1 freed slot filled" in tidy(desk.read("/desk/waitlist?day=2026-06-01"))

"""Numbers from forwarded mails: the desk says where each is from, and staff confirm consent."""

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.contacts import Contact, NoteReach, contact_id
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.frontdesk.waitlist.test_proposals import PROPOSALS, READ, proposes
from tests.web.desk.support import Desk

ENTRY = "/desk/waitlist/entries/p1"
NOT_YET = "No offers by text until you confirm that they agree."


def test_a_forwarded_number_is_confirmed_on_the_page_of_its_customer(
    desk: Desk, salon: Salon
) -> None:
    proposes(salon)
    desk.send(f"{PROPOSALS}/p1/approve")
    page = tidy(desk.read(ENTRY))
    assert "Number given in an email that was forwarded, or whose sender we could not check" in page
    assert NOT_YET in page
    assert "mobile: no offers by text until" in tidy(desk.read("/desk/waitlist/list"))
    assert salon.entry("p1").channel == ""
    answer = desk.send(f"{ENTRY}/consent")
    assert answer.headers["location"].endswith(f"{ENTRY}?done=noted")
    page = tidy(desk.read(ENTRY))
    assert "You confirmed that they agree to offers by text" in page
    assert NOT_YET not in page
    assert salon.entry("p1").channel == "text"


def test_staff_confirm_it_on_the_page_of_the_proposal(desk: Desk, salon: Salon) -> None:
    proposes(salon)
    assert "They agree to offers by text." in tidy(desk.read(f"{PROPOSALS}/p1"))
    cells = {name: value for name, value, _ in READ}
    desk.send(f"{PROPOSALS}/p1", {**cells, "party": "1", "priority": "0", "consent": "yes"})
    assert salon.entry("p1").channel == "text"


def test_a_number_from_the_page_needs_no_word_of_staff(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada", phone="+4915123456789")
    page = tidy(desk.read("/desk/waitlist/entries/ada"))
    assert "Number given by the customer, on the join page" in page
    assert NOT_YET not in page


def test_a_number_that_staff_type_is_theirs(desk: Desk, salon: Salon) -> None:
    form = {"service": "Colour", "name": "Max", "phone": "+4915112345678", "party": "1"}
    desk.send("/desk/waitlist/list", form)
    known = salon.evening.load(Get(Contact, (contact_id("+4915112345678"),)))
    assert known is not None
    assert known.given == "staff"


def test_approving_says_that_nobody_is_told_before_they_agree(desk: Desk, salon: Salon) -> None:
    proposes(salon)
    assert "it gets no texts until you confirm" in tidy(desk.read(PROPOSALS))
    answer = desk.send(f"{PROPOSALS}/p1/approve")
    page = tidy(desk.read(answer.headers["location"]))
    assert "Nothing is sent to them until you confirm on their page" in page
    assert "on its way" not in page
    assert not [one for one in salon.evening.load(MessagePage()) if one.kind == "joined"]


def test_approving_says_that_someone_who_stopped_texts_is_not_told(
    desk: Desk, salon: Salon
) -> None:
    salon.evening.give(NoteReach(address="+4915123456789", reach="opted_out"))
    proposes(salon)
    answer = desk.send(f"{PROPOSALS}/p1/approve")
    assert "because they cannot be reached" in tidy(desk.read(answer.headers["location"]))

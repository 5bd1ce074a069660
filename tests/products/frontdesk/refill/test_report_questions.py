"""Reports that do not say whose booking is cancelled: staff are asked where no chair is free."""

from fullhouse.inbound.extraction.review import approve, discard
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Proposal
from tests.engine.front_desk import TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import STAFF

ONLY_JESS = ("Staff: Jess, Sam", "Staff: Jess")
REPORT = {"staff": "", "ref": "bk-900", "source": "api"}


def full() -> FrontDesk:
    """A desk where Kim has the only chair, and Anna waits."""
    desk = FrontDesk(ONLY_JESS)
    desk.join("anna")
    desk.book(staff="Jess")
    return desk


def question(desk: FrontDesk) -> Proposal:
    found = desk.store.load(Get(Proposal, ("report-kim-1",)))
    assert found is not None
    return found


def test_staff_are_asked_whose_cancellation_it_is_and_no_chair_is_opened() -> None:
    desk = full()
    assert desk.free("told", TONIGHT, **REPORT).code == "taken"
    assert (desk.slots(), desk.standing()) == ((), {"kim": "Kim"})
    asked = question(desk)
    read = [asked.value(name) for name in ("appointment", "name", "service", "staff", "time")]
    assert read == ["kim", "Kim", "Colour", "Jess", "18:00"]
    assert desk.free("again", TONIGHT, **REPORT).code == "taken"
    assert len(desk.handed("proposal")) == 1


def test_the_time_is_offered_once_staff_say_that_it_is_cancelled() -> None:
    desk = full()
    desk.free("told", TONIGHT, **REPORT)
    assert desk.give(approve(question(desk), desk.rulebook, desk.now), STAFF).code == "cancelled"
    assert desk.standing() == {}
    assert [desk.asked(slot.id) for slot in desk.slots()] == ["anna"]


def test_an_appointment_that_stands_by_the_word_of_staff_is_not_asked_about_again() -> None:
    desk = full()
    desk.free("told", TONIGHT, **REPORT)
    desk.give(discard(question(desk)), STAFF)
    assert desk.free("again", TONIGHT, **REPORT).code == "taken"
    assert (question(desk).state, desk.standing()) == ("discarded", {"kim": "Kim"})


def test_a_report_that_fits_nobody_is_refused_without_a_question() -> None:
    desk = full()
    assert desk.free("told", TONIGHT, **{**REPORT, "service": "Cut"}).code == "taken"
    assert desk.store.load(Get(Proposal, ("report-kim-1",))) is None


def test_whoever_does_not_work_then_has_no_chair_to_open() -> None:
    only_jess_tonight = "Staff: Jess, Sam\nStaff hours: Sam Mon 09:00-12:00"
    desk = FrontDesk(("Staff: Jess, Sam", only_jess_tonight))
    desk.join("anna")
    desk.book(staff="Jess")
    assert desk.free("told", TONIGHT, **REPORT).code == "taken"
    assert (desk.slots(), question(desk).value("appointment")) == ((), "kim")

"""Several people join at once: each is answered as if the others had joined just before."""

from msgspec import convert

from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from fullhouse.products.frontdesk.waitlist.model import (
    MOST_ENTRIES_OF_ONE,
    ServiceQueue,
    WaitlistResult,
)
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone


def joins(*joins: JoinWaitlist) -> JoinMany:
    return JoinMany(joins=joins)


def join(name: str, /, **fields: str) -> JoinWaitlist:
    usual = {"name": name.title(), "phone": phone(name), "service": "Cut", "source": "sheet"}
    return convert({"entry_id": name, **usual, **fields}, JoinWaitlist)


def codes(salon: Salon, *several: JoinWaitlist) -> list[str]:
    answers: tuple[WaitlistResult, ...] = salon.give(joins(*several))
    return [one.code for one in answers]


def line(salon: Salon, name: str) -> ServiceQueue:
    found: ServiceQueue = salon.store.shelf(ServiceQueue)[(name,)]
    return found


def test_all_of_them_join_in_one_commit_and_their_lines_count_them() -> None:
    salon = Salon()
    decision = salon.decide(joins(join("anna"), join("ben", service="colour"), join("cleo")))
    assert [one.code for one in decision.answer] == ["joined"] * 3
    assert [(one.action, one.subject) for one in decision.steps] == [
        ("joined", name) for name in ("anna", "ben", "cleo")
    ]
    assert (line(salon, "cut").waiting, line(salon, "colour").waiting) == (2, 1)
    assert salon.entry("ben").service == "Colour"


def test_the_same_person_twice_joins_once() -> None:
    salon = Salon()
    again = join("again", phone=phone("anna"), name="Anna")
    third = join("third", phone=phone("anna"), email=mail("third"), name="Anna")
    assert codes(salon, join("anna"), again) == ["joined", "already"]
    assert codes(salon, join("anna"), third) == ["already", "already"]
    assert line(salon, "cut").waiting == 1


def test_one_that_cannot_join_holds_up_no_other() -> None:
    salon = Salon()
    wrong = [join("x", service="Shave"), join("y", phone=""), join("z", staff="Kim")]
    found = codes(salon, wrong[0], join("anna"), *wrong[1:], join("ben"))
    assert found == ["unknown_service", "joined", "unknown_contact", "unknown_staff", "joined"]


def test_one_number_waits_for_so_many_things_and_no_more() -> None:
    services = "\n".join(f"- S{number}: 10 minutes" for number in range(MOST_ENTRIES_OF_ONE + 1))
    salon = Salon(("- Table: 120 minutes", f"- Table: 120 minutes\n{services}"))
    many = [
        join(f"e{number}", phone=phone("anna"), service=f"S{number}")
        for number in range(MOST_ENTRIES_OF_ONE + 1)
    ]
    assert codes(salon, *many) == [*["joined"] * MOST_ENTRIES_OF_ONE, "too_many"]


def test_a_slot_that_waited_for_someone_looks_again_once() -> None:
    salon = Salon(settles=False)
    salon.give(joins(join("anna")))
    idle = line(salon, "cut")
    salon.store.shelf(ServiceQueue)[("cut",)] = ServiceQueue(
        id="cut", waiting=1, rev=idle.rev, idle=("s1",)
    )
    salon.checks = False
    decision = salon.decide(joins(join("ben"), join("cleo")))
    assert [one.key for one in decision.set_alarms] == ["look:s1"]


def test_those_who_come_by_themselves_are_told() -> None:
    salon = Salon()
    decision = salon.decide(joins(join("anna", source="form"), join("ben")))
    assert [one.person for one in decision.messages] == ["anna"]


def test_joins_by_which_too_many_others_may_get_offers_are_left_for_another_commit() -> None:
    salon = Salon(settles=False)
    half = MOST_ENTRIES_OF_ONE // 2 + 1
    for name in ("anna", "ben"):
        for number in range(half):
            salon.join(f"{name}{number}", phone=phone(name), source="mail")
    agreeing = [join(f"new {name}", phone=phone(name)) for name in ("anna", "ben")]
    assert codes(salon, *agreeing) == ["joined"]
    channels = [salon.entry(f"{name}0").channel for name in ("anna", "ben")]
    assert channels == ["text", ""]
    assert codes(salon, agreeing[1]) == ["joined"]
    assert salon.entry("ben0").channel == "text"

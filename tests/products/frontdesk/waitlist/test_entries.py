"""Who is on the list: joining, changing, leaving, being forgotten, and what stands in the sheet."""

from typing import Any

import pytest

from fullhouse.kernel.messages import Refused
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.model import ERASED_NAME, MOST_ENTRIES_OF_ONE, Entry
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone
from tests.support.rsvp_world import there

SERVICES = "\n".join(f"- Service {number}: 30 minutes" for number in range(MOST_ENTRIES_OF_ONE + 1))


# Joining.


def test_joining_puts_someone_at_the_end_of_the_line_and_says_so() -> None:
    salon = Salon()
    answer = salon.join("anna", email=mail("anna"), service=" COLOUR", staff="jess")
    entry = salon.entry("anna")
    assert (answer.code, answer.entry) == ("joined", entry)
    assert (entry.service, entry.line, entry.staff, entry.channel) == (
        "Colour",
        "colour",
        "Jess",
        "text",
    )
    assert (entry.joined_at, entry.state, entry.unwritten) == (
        there("2026-06-20 12:00"),
        "waiting",
        True,
    )
    assert (salon.handed("joined"), salon.line().waiting) == ([("anna", "mail")], 1)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"service": "Massage"}, "unknown_service", "service"),
        ({"staff": "Kim"}, "unknown_staff", "staff"),
        ({"phone": ""}, "unknown_contact", "contact"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    fields: dict[str, Any], code: str, field: str
) -> None:
    salon = Salon()
    answer = salon.join("anna", **fields)
    assert (answer.code, answer.field, salon.entries()) == (code, field, ())


@pytest.mark.parametrize("again", [{"phone": phone("anna")}, {"email": mail("anna"), "phone": ""}])
def test_whoever_waits_for_it_already_stays_where_they_are(again: dict[str, Any]) -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    answer = salon.join("twice", name="Anna", **again)
    assert (answer.code, answer.entry and answer.entry.id, len(salon.entries())) == (
        "already",
        "anna",
        1,
    )


def test_the_same_order_given_twice_is_carried_out_once() -> None:
    salon = Salon()
    assert (salon.join("anna").code, salon.join("anna").code) == ("joined", "already")
    assert len(salon.messages("joined")) == 1


def test_whoever_has_left_may_come_back_at_the_end_of_the_line() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.leave("anna")
    assert salon.join("anna2", phone=phone("anna")).code == "joined"
    salon.free()
    assert salon.asked() == "ben"


def test_one_number_waits_for_so_many_services_and_no_more() -> None:
    salon = Salon(("- Cut: 45 minutes, 55 EUR", SERVICES), checks=False)
    for number in range(MOST_ENTRIES_OF_ONE):
        assert (
            salon.join(f"e{number}", phone=phone("anna"), service=f"Service {number}").code
            == "joined"
        )
    assert (
        salon.join("more", phone=phone("anna"), service=f"Service {MOST_ENTRIES_OF_ONE}").code
        == "too_many"
    )
    salon.join("other", service=f"Service {MOST_ENTRIES_OF_ONE}")
    assert salon.edit("other", phone=phone("anna")).code == "too_many"
    assert salon.edit("e0", service="Colour").code == "edited"


# Changing.


def test_an_edit_changes_just_what_is_given() -> None:
    salon = Salon()
    salon.join("anna")
    before = salon.entry("anna")
    answer = salon.edit("anna", name="Anna B.", priority=2, latest="2026-07-01")
    after = salon.entry("anna")
    assert (answer.code, answer.entry) == ("edited", after)
    changed = {
        name for name in Entry.__struct_fields__ if getattr(before, name) != getattr(after, name)
    }
    assert changed == {"name", "priority", "latest", "rev"}


def test_an_edit_of_what_was_changed_since_it_was_looked_at_changes_nothing() -> None:
    salon = Salon()
    salon.join("anna")
    rev = salon.entry("anna").rev
    assert salon.edit("anna", party=2, rev=rev).code == "edited"
    assert salon.edit("anna", party=3, rev=rev).code == "changed_since"
    assert salon.entry("anna").party == 2


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"service": "Massage"}, "unknown_service"),
        ({"staff": "Kim"}, "unknown_staff"),
        ({"phone": ""}, "unknown_contact"),
        ({"name": "Anna"}, "unchanged"),
        ({}, "unchanged"),
    ],
)
def test_an_edit_that_cannot_be_or_changes_nothing(fields: dict[str, Any], code: str) -> None:
    salon = Salon()
    salon.join("anna")
    before = salon.lines()
    assert salon.edit("anna", **fields).code == code
    assert salon.lines() == before


def test_an_entry_of_a_service_that_is_gone_can_still_be_put_right() -> None:
    salon = Salon()
    salon.join("anna", staff="Sam")
    salon.write("Services\n- Cut: 30 minutes\nStaff: Jess")
    assert salon.edit("anna", phone=phone("new")).code == "edited"
    assert salon.edit("anna", service="Cut").code == "edited"
    assert (salon.entry("anna").line, salon.line().waiting, salon.line("cut").waiting) == (
        "cut",
        0,
        1,
    )


def test_an_edit_of_someone_who_is_not_on_the_list() -> None:
    salon = Salon()
    salon.join("anna")
    salon.leave("anna")
    assert salon.edit("anna", name="A").code == "entry_left"
    assert salon.edit("unknown", name="A").code == "unknown_entry"
    salon.erase("anna")
    assert salon.edit("anna", name="A").code == "unknown_entry"


def test_an_edit_moves_someone_to_another_line_and_a_slot_that_waits_there_finds_them() -> None:
    salon = Salon()
    salon.join("busy", service="Cut")
    salon.join("anna")
    salon.free("first", service="Cut")
    salon.free("second", service="Cut", staff="Sam")
    assert salon.line("cut").idle == ("second",)
    salon.edit("anna", service="Cut")
    assert (salon.asked("second"), salon.line().waiting, salon.line("cut").waiting) == (
        "anna",
        0,
        2,
    )


def test_an_edit_into_a_line_where_they_wait_already_is_refused() -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"), name="Anna")
    salon.join("cut", phone=phone("anna"), service="Cut", name="Anna")
    salon.join("other", service="Cut", name="Anna")
    answer = salon.edit("colour", service="Cut")
    assert (answer.code, answer.entry and answer.entry.id) == ("already", "cut")
    assert salon.edit("other", phone=phone("anna")).code == "already"


def test_an_edit_moves_someone_to_other_addresses() -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    salon.reach(phone("new"), "opted_out")
    salon.edit("anna", phone=phone("new"))
    assert (salon.contact(phone("anna")).entries, salon.contact(phone("new")).entries) == (
        (),
        ("anna",),
    )
    assert salon.entry("anna").channel == "mail"
    salon.edit("anna", email="")
    assert (salon.contact(mail("anna")).entries, salon.entry("anna").channel) == ((), "")


def test_an_offer_that_still_fits_survives_an_edit() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    salon.edit("anna", name="Anna B.", latest="2026-07-01", priority=1)
    assert salon.asked() == "anna"
    assert salon.claim("anna").code == "booked"


@pytest.mark.parametrize(
    "fields",
    [{"latest": "2026-06-19"}, {"staff": "Sam"}, {"party": 2}, {"service": "Cut"}],
    ids=str,
)
def test_an_offer_that_no_longer_fits_rolls_on(fields: dict[str, Any]) -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.edit("anna", **fields)
    assert salon.story() == [("anna", "withdrawn"), ("ben", "live")]
    assert salon.offers()[0].why == "edited"
    assert salon.actions("anna") == [
        "joined",
        "text_counted",
        "text_counted",
        "edited",
        "text_counted",
    ]


def test_an_offer_that_went_to_a_wrong_number_is_made_again_to_the_right_one() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.edit("anna", phone=phone("right"))
    assert salon.story() == [("anna", "withdrawn"), ("anna", "live")]
    assert salon.messages("offer")[-1].to == phone("right")
    assert salon.claim("anna", "slot-1").code == "offer_withdrawn"


# Leaving.


@pytest.mark.parametrize(("removed", "code"), [(False, "left"), (True, "removed")])
def test_leaving_takes_someone_off_the_list(removed: bool, code: str) -> None:
    salon = Salon()
    salon.join("anna")
    answer = salon.leave("anna", removed=removed)
    assert (answer.code, salon.entry("anna").state, salon.entry("anna").ended_at) == (
        code,
        code,
        salon.now,
    )
    assert salon.leave("anna").code == f"entry_{code}"
    assert salon.leave("unknown").code == "unknown_entry"
    assert (salon.line().waiting, salon.contact(phone("anna")).entries) == (0, ())


def test_leaving_while_holding_an_offer_lets_it_roll_on_at_once() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.leave("anna")
    assert (salon.story(), salon.contact(phone("anna")).offer) == (
        [("anna", "withdrawn"), ("ben", "live")],
        "",
    )
    assert salon.claim("anna", "slot-1").code == "offer_withdrawn"


def test_someone_who_is_booked_cannot_leave() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    salon.claim("anna")
    assert salon.leave("anna").code == "entry_booked"


# Being forgotten.


def test_erasing_takes_someone_off_the_list_and_their_name_out_of_everything() -> None:
    salon = Salon()
    salon.carrier.answers.append(Refused("nobody there"))
    salon.join("anna", email=mail("anna"))
    salon.join("ben")
    salon.free()
    assert salon.erase("anna").code == "erased"
    entry = salon.entry("anna")
    assert (entry.name, entry.phone, entry.email, entry.channel, entry.state) == (
        ERASED_NAME,
        "",
        "",
        "",
        "left",
    )
    kept = f"{salon.lines()} {salon.messages()}".lower()
    assert phone("anna") not in kept
    assert mail("anna") not in kept
    assert "name='anna'" not in kept
    assert salon.erase("anna").code == "erased"
    assert salon.erase("unknown").code == "unknown_entry"


def test_whoever_is_called_like_someone_erased_can_be_erased_all_the_same() -> None:
    salon = Salon()
    salon.join("anna", name=ERASED_NAME)
    salon.reach(phone("anna"), "opted_out")
    assert salon.edit("anna", party=2).code == "edited"
    salon.erase("anna")
    assert salon.entry("anna").addresses == ()


def test_erasing_someone_who_was_booked_leaves_the_booking() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    salon.claim("anna")
    salon.erase("anna")
    assert (salon.fate(), salon.entry("anna").state) == (("booked", "anna"), "booked")


def test_what_they_do_not_want_is_remembered_after_they_were_forgotten() -> None:
    salon = Salon()
    salon.join("anna")
    salon.reach(phone("anna"), "opted_out")
    salon.erase("anna")
    salon.join("anna2", phone=phone("anna"))
    assert salon.entry("anna2").channel == ""


# The sheet.


def test_what_comes_from_the_sheet_stands_in_it() -> None:
    salon = Salon()
    salon.join("anna", source="sheet")
    assert not salon.entry("anna").unwritten
    salon.edit("anna", priority=1, source="sheet")
    assert not salon.entry("anna").unwritten
    salon.edit("anna", priority=2)
    assert salon.entry("anna").unwritten


def test_the_sheet_does_not_overrule_what_it_does_not_show_yet() -> None:
    salon = Salon()
    salon.join("anna")
    assert salon.edit("anna", priority=1, source="sheet").code == "unchanged"
    assert salon.leave("anna", removed=True, source="sheet").code == "unchanged"
    entry = salon.entry("anna")
    assert salon.give(commands.MarkEntriesSynced(entries=(("anna", entry.rev),))) == 1
    assert salon.edit("anna", priority=1, source="sheet").code == "edited"
    assert salon.leave("anna", removed=True, source="sheet").code == "removed"
    assert not salon.entry("anna").unwritten


def test_what_changed_while_it_was_written_is_written_again() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    rev = salon.entry("anna").rev
    salon.edit("anna", priority=1)
    written = (("anna", rev), ("ben", salon.entry("ben").rev), ("unknown", 1))
    assert salon.give(commands.MarkEntriesSynced(entries=written)) == 1
    assert (salon.entry("anna").unwritten, salon.entry("ben").unwritten) == (True, False)


@pytest.mark.parametrize("deed", ["claim", "leave", "expire"])
def test_whoever_goes_off_the_list_has_to_be_written(deed: str) -> None:
    salon = Salon()
    salon.join("anna", source="sheet", latest="2026-06-20")
    salon.free()
    if deed == "claim":
        salon.claim("anna")
    elif deed == "leave":
        salon.leave("anna")
    else:
        salon.jump("2026-06-21 03:00")
        salon.give(commands.ExpireEntry(entry_id="anna"))
    assert salon.entry("anna").unwritten

"""A freed slot and the line: the four moves, when they are made, and until when."""

from datetime import timedelta

import pytest

from fullhouse.products.frontdesk.shared.documents import voice_of
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.products.frontdesk.waitlist.salon import STAFF, Salon, mail, phone
from tests.support.rsvp_world import there

TOO_SOON = [
    "It starts too soon for another offer.",
    "You can still fill it: a call may be quick enough.",
]
BEGUN = ["It has begun, so we no longer offer it."]
WITHOUT_STAFF = ("Staff: Jess, Sam\n", "")


def test_nobody_fits_so_staff_get_a_note_at_once() -> None:
    salon = Salon()
    salon.free()
    assert salon.fate() == ("open", "nobody_fits")
    assert salon.handed() == [(STAFF, "staff")]
    (note,) = salon.messages("nobody_fits")
    assert (note.facts["slot"]["id"], note.facts["tried"]) == ("slot", [])


def test_an_offer_is_made_to_whoever_has_waited_longest() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    assert salon.free().code == "freed"
    (offer,) = salon.offers()
    assert (offer.entry_id, offer.channel, offer.status) == ("anna", "text", "live")
    assert offer.ends_at == offer.made_at + timedelta(minutes=10)
    assert salon.handed("offer") == [("anna", "text")]
    assert salon.actions("slot") == ["freed", "offered"]


def test_an_offer_that_lapses_rolls_on_and_its_person_stays_on_the_list() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.after(minutes=10)
    assert salon.story() == [("anna", "timed_out"), ("ben", "live")]
    assert salon.entry("anna").is_waiting
    assert salon.actions("slot") == ["freed", "offered", "timed_out", "rolled_on"]
    salon.free("later", "2026-06-20 20:00")
    assert salon.asked("later") == "anna"


def test_a_rolled_on_offer_reads_like_a_first_one() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.after(minutes=10)
    first, second = salon.messages("offer")
    assert set(first.facts) == set(second.facts)
    assert first.facts["template"] == second.facts["template"]


def test_staff_are_told_once_everyone_passed_on_a_slot_and_who_that_was() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.decline("anna")
    salon.after(minutes=10)
    assert salon.fate() == ("open", "line_spent")
    (note,) = salon.messages("nobody_fits")
    assert note.facts["tried"] == [{"id": "anna", "name": "Anna"}, {"id": "ben", "name": "Ben"}]
    assert (note.facts["slot"]["tried"], note.facts["slot"]["why"]) == (2, "line_spent")


def test_no_more_are_tried_than_the_rules_say() -> None:
    salon = Salon(("Tries per slot: 5", "Tries per slot: 2"))
    salon.join("anna", "ben", "cem")
    salon.free()
    salon.after(minutes=20)
    assert salon.story() == [("anna", "timed_out"), ("ben", "timed_out")]
    assert salon.fate() == ("handed_back", "tries_spent")


def test_several_at_one_number_are_one_try() -> None:
    salon = Salon(("Tries per slot: 5", "Tries per slot: 2"))
    salon.join("anna", "ben", "cem", phone=phone("anna"))
    salon.join("dora", "eva")
    salon.free()
    salon.after(minutes=40)
    assert [name for name, _how in salon.story()] == ["anna", "ben", "cem", "dora"]
    assert salon.fate() == ("handed_back", "tries_spent")


def test_whoever_was_erased_counts_as_a_try_of_their_own() -> None:
    salon = Salon(("Tries per slot: 5", "Tries per slot: 2"))
    salon.join("anna", "ben", "cem", "dora")
    salon.free()
    salon.after(minutes=10)
    salon.erase("anna")
    salon.after(minutes=10)
    assert salon.fate() == ("handed_back", "tries_spent")


def test_a_slot_is_not_offered_after_its_cut_off() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.jump("2026-06-20 17:45")
    salon.free()
    (offer,) = salon.offers()
    assert offer.ends_at == there("2026-06-20 17:50")
    salon.until("2026-06-20 17:50")
    assert salon.story() == [("anna", "timed_out")]
    assert salon.fate() == ("handed_back", "too_late")


def test_a_slot_that_is_told_inside_its_cut_off_goes_to_staff() -> None:
    salon = Salon()
    salon.join("anna")
    salon.jump("2026-06-20 17:50")
    salon.free()
    assert (salon.story(), salon.fate()) == ([], ("handed_back", "too_late"))


@pytest.mark.parametrize(
    ("woken", "said"),
    [
        ("2026-06-20 17:59", TOO_SOON),
        ("2026-06-20 18:00", BEGUN),
        ("2026-06-23 09:00", BEGUN),
    ],
)
def test_after_a_sleep_staff_read_nothing_of_filling_a_slot_that_has_begun(
    woken: str, said: list[str]
) -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.jump(woken)
    salon.until(woken)
    assert salon.fate() == ("handed_back", "too_late")
    notes = [one for one in salon.carrier.handed if one.kind == "handed_back"]
    told = [list(compose(note, lambda _: "https://t.test").paragraphs) for note in notes]
    assert told == [said]


def test_at_night_nobody_is_picked_and_the_morning_finds_whoever_is_first_then() -> None:
    salon = Salon(now="2026-06-19 21:00")
    salon.join("anna")
    salon.join("ben", priority=1)
    salon.free()
    assert (salon.story(), salon.fate()) == ([], ("open", "quiet_hours"))
    salon.leave("ben")
    salon.until("2026-06-20 08:00")
    (offer,) = salon.offers()
    assert (offer.entry_id, offer.made_at) == ("anna", there("2026-06-20 08:00"))


def test_an_offer_that_cannot_leave_before_the_cut_off_goes_to_staff_in_the_night() -> None:
    salon = Salon(now="2026-06-19 22:00")
    salon.join("anna")
    salon.free(starts_at="2026-06-20 08:10")
    assert (salon.story(), salon.fate()) == ([], ("handed_back", "quiet_hours"))
    assert salon.carrier.handed[-1].kind == "handed_back"


def test_a_deadline_in_quiet_hours_moves_to_their_end() -> None:
    salon = Salon(now="2026-06-19 20:54")
    salon.join("anna")
    salon.free()
    (offer,) = salon.offers()
    assert offer.ends_at == there("2026-06-20 08:00")


def test_a_deadline_in_quiet_hours_never_moves_past_the_cut_off() -> None:
    salon = Salon(now="2026-06-19 20:54")
    salon.join("anna")
    salon.free(starts_at="2026-06-20 07:30")
    (offer,) = salon.offers()
    assert offer.ends_at == there("2026-06-20 07:20")


def test_a_no_show_frees_the_rest_of_the_slot_while_half_of_its_time_is_left() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.jump("2026-06-20 18:10")
    salon.free(reason="no_show")
    slot = salon.slot()
    assert (slot.starts_at, slot.minutes) == (there("2026-06-20 18:10"), 80)
    assert slot.closes_at == there("2026-06-20 18:45")
    salon.until("2026-06-20 18:40")
    assert salon.claim("ben", "slot-2").code == "offer_timed_out"
    salon.until("2026-06-20 18:45")
    assert salon.story() == [("anna", "timed_out"), ("ben", "timed_out")]
    assert salon.fate() == ("handed_back", "too_late")


@pytest.mark.parametrize(
    ("tapped", "fate"), [("18:44", "open"), ("18:45", "handed_back"), ("19:29", "handed_back")]
)
def test_a_no_show_is_not_offered_when_less_than_half_of_its_time_is_left(
    tapped: str, fate: str
) -> None:
    salon = Salon()
    salon.join("anna")
    salon.jump(f"2026-06-20 {tapped}")
    assert salon.free(reason="no_show").code == "freed"
    assert salon.slot().status == fate


def test_a_no_show_that_is_known_beforehand_is_a_slot_like_any_other() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free(reason="no_show")
    assert (salon.slot().starts_at, salon.slot().minutes) == (there("2026-06-20 18:00"), 90)


def test_a_no_show_of_a_service_is_over_when_its_time_is() -> None:
    salon = Salon(now="2026-06-20 19:30")
    answer = salon.free(reason="no_show")
    assert (answer.code, answer.field) == ("slot_past", "starts_at")


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"service": "Massage"}, "unknown_service", "service"),
        ({"staff": "Kim"}, "unknown_staff", "staff"),
        ({"starts_at": "2026-06-20 12:00"}, "slot_past", "starts_at"),
        ({"starts_at": "2027-06-22 12:00"}, "slot_too_far", "starts_at"),
    ],
)
def test_a_slot_that_cannot_be_is_refused(fields: dict[str, str], code: str, field: str) -> None:
    salon = Salon()
    answer = salon.free(**fields)
    assert (answer.code, answer.field) == (code, field)
    assert salon.lines() == []


def test_service_and_staff_are_written_as_the_rules_write_them() -> None:
    salon = Salon()
    salon.free(service=" COLOUR ", staff="jess")
    assert (salon.slot().service, salon.slot().line, salon.slot().staff) == (
        "Colour",
        "colour",
        "Jess",
    )


def test_rules_that_name_no_staff_take_any_name() -> None:
    salon = Salon(WITHOUT_STAFF)
    salon.join("anna", staff="Kim")
    salon.free(staff="Kim")
    assert salon.asked() == "anna"


def test_staff_may_take_a_slot_back_and_whoever_was_asked_is_in_line_again() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    assert salon.withdraw().code == "withdrawn"
    assert (salon.fate(), salon.story()) == (("handed_back", "withdrawn"), [("anna", "withdrawn")])
    assert (salon.claim("anna", "slot-1").code, salon.entry("anna").is_waiting) == (
        "offer_withdrawn",
        True,
    )
    assert salon.alarms() == []
    assert salon.withdraw().code == "already_handed_back"
    assert salon.withdraw("other").code == "unknown_slot"


def test_a_slot_without_a_live_offer_can_be_taken_back_too() -> None:
    salon = Salon(now="2026-06-19 22:00")
    salon.join("anna")
    salon.free()
    assert (salon.withdraw().code, salon.alarms("look")) == ("withdrawn", [])


def test_rules_are_read_fresh_for_each_move() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.write(
        "Time zone: Europe/Berlin\nServices\n- Colour: 90 minutes\nClaim window: 3 minutes\n"
        "Staff: Jess"
    )
    salon.after(minutes=10)
    assert salon.offers()[1].ends_at == salon.now + timedelta(minutes=3)


def test_to_look_at_a_slot_that_needs_nothing_does_nothing() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    for slot_id in ("slot", "unknown"):
        assert salon.decide(commands.AdvanceSlot(slot_id=slot_id)).is_empty
    salon.claim("anna")
    assert salon.decide(commands.AdvanceSlot(slot_id="slot")).is_empty


def test_the_message_says_what_is_free_and_what_stands_in_the_voice() -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    salon.free()
    (offer,) = salon.messages("offer")
    assert (offer.id, offer.use_by) == ("offer:waitlist:anna:slot-1", salon.offers()[0].ends_at)
    assert offer.facts["slot"]["staff"] == "Jess"
    assert offer.facts["offer"]["name"] == "slot-1"
    voice = voice_of(None)
    assert offer.facts["template"] == {
        "text": voice.text,
        "mail": voice.mail,
        "subject": voice.mail_subject,
    }


def test_close_to_the_cut_off_the_window_shrinks_so_that_more_can_be_asked() -> None:
    salon = Salon(now="2026-06-12 13:30")
    salon.join("anna", "ben", "cem")
    salon.free(starts_at="2026-06-12 14:04")
    salon.after(minutes=21)
    minutes = [(offer.ends_at - offer.made_at) / timedelta(minutes=1) for offer in salon.offers()]
    assert minutes == [7, 7, 7]
    assert [message.facts["rolls_on"] for message in salon.messages("offer")] == [True, True, False]


def test_no_window_of_a_slot_is_shorter_than_five_minutes() -> None:
    salon = Salon(now="2026-06-12 13:30")
    salon.join("anna", "ben", "cem", "dora")
    salon.free(starts_at="2026-06-12 13:52")
    (offer,) = salon.offers()
    assert offer.ends_at - offer.made_at == timedelta(minutes=5)


def test_who_cannot_be_asked_takes_none_of_the_time_left() -> None:
    salon = Salon(now="2026-06-12 13:30")
    salon.join("anna", "ben", "cem")
    for address in (salon.entry("ben").phone, salon.entry("ben").email):
        salon.reach(address, "opted_out")
    salon.free(starts_at="2026-06-12 13:59")
    (offer,) = salon.offers()
    assert offer.ends_at - offer.made_at == (salon.slot().closes_at - offer.made_at) / 2

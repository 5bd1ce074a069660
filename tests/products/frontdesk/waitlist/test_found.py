"""What the simulator has found in the waitlist, each told once more as a short story."""

from collections.abc import Callable
from typing import TypeVar

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Store, Written
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Need
from fullhouse.products.frontdesk.waitlist import commands
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, Salon
from tests.support.rsvp_world import there

T = TypeVar("T")


class Interrupted:
    """A store that runs something else between one command's load and its commit."""

    def __init__(self, store: Store, meanwhile: Callable[[], object]) -> None:
        self.store = store
        self.meanwhile: list[Callable[[], object]] = [meanwhile]

    def load(self, need: Need[T]) -> T:
        return self.store.load(need)

    def commit(self, written: Written) -> None:
        while self.meanwhile:
            self.meanwhile.pop()()
        self.store.commit(written)


def give(salon: Salon, command: Command, meanwhile: Callable[[], object]) -> None:
    invocation = Invocation("interrupted", "someone", command)
    salon.check(execute(Interrupted(salon.store, meanwhile), RULES, invocation, salon.now))


def test_a_slot_freed_again_and_booked_is_not_freed_by_the_same_click_once_more() -> None:
    salon = Salon()
    salon.join("anna", "ben", "cleo")
    salon.free()
    salon.claim("anna")
    assert salon.free("again", again="slot").code == "freed"
    salon.claim("ben")
    assert salon.free("twice", again="slot").code == "already_booked"
    assert salon.free("thrice", again="again").code == "freed"


def test_a_slot_freed_again_and_handed_back_may_be_freed_by_its_first_name() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free(ref="R1")
    salon.claim("anna")
    salon.free("again", ref="R1", again="slot")
    assert salon.fate("again") == ("open", "nobody_fits")
    salon.withdraw("again")
    assert salon.free("once more", ref="R1", again="slot").code == "freed"


def test_nobody_gets_into_a_line_twice_by_changing_to_it_while_they_join_it() -> None:
    salon = Salon()
    salon.join("anna")
    change = commands.EditEntry(entry_id="anna", service="Cut")
    give(salon, change, lambda: salon.join("anna", entry_id="again", service="Cut"))
    assert [one.line for one in salon.entries() if one.state == "waiting"] == ["colour", "cut"]


def test_nobody_gets_into_a_line_twice_by_changing_to_it_in_two_places_at_once() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("anna", entry_id="also", service="Cut")
    change = commands.EditEntry(entry_id="anna", service="Table")
    give(salon, change, lambda: salon.edit("also", service="Table"))
    assert [one.line for one in salon.entries()] == ["colour", "table"]


def test_what_is_written_to_the_sheet_while_it_changes_is_told_as_it_was() -> None:
    salon = Salon()
    salon.join("anna")
    written = commands.MarkEntriesSynced(entries=(("anna", salon.entry("anna").rev),))
    give(salon, commands.EditEntry(entry_id="anna", party=2), lambda: salon.give(written))
    assert salon.entry("anna").unwritten


def test_a_slot_that_waits_for_someone_sees_that_the_rules_have_changed() -> None:
    strict = (("larger slot: yes", "larger slot: no"), ("window: 10 minutes", "window: 45 minutes"))
    salon = Salon(*strict)
    salon.join("anna", party=2)
    salon.join("ben")
    salon.free("first", party_capacity=2, staff="Sam")
    salon.free(party_capacity=2)
    assert (salon.asked("first"), salon.slot().live_offer_seq) == ("anna", 0)
    salon.write(RULES_TEXT, strict[1])
    salon.after(minutes=10)
    assert salon.asked() == "ben"


def test_a_slot_that_waits_in_the_night_looks_again_in_the_morning() -> None:
    salon = Salon(("window: 10 minutes", "window: 720 minutes"), now="2026-06-20 20:50")
    salon.join("anna")
    salon.free("first", starts_at="2026-06-22 12:00", staff="Sam")
    salon.free(starts_at="2026-06-22 12:00")
    salon.until("2026-06-20 21:30")
    assert [one.due_at for one in salon.alarms("look:slot")] == [there("2026-06-21 08:10")]


def test_a_table_told_without_its_name_is_one_that_is_open() -> None:
    salon = Salon()
    salon.join("anna", "ben", service="Table")
    table = {"service": "Table", "staff": ""}
    salon.free("one", ref="R1", **table)
    salon.free("other", ref="R2", **table)
    salon.withdraw("other")
    answer = salon.free("unnamed", **table)
    assert (answer.code, answer.slot and answer.slot.id) == ("already_open", "one")


def test_rules_saved_before_the_nights_round_has_rung_do_not_put_it_off() -> None:
    salon = Salon(settles=False)
    salon.join("anna", latest="2026-06-20")
    salon.jump("2026-06-21 03:00")
    salon.write(RULES_TEXT, ("Tries per slot: 5", "Tries per slot: 4"))
    salon.settle()
    assert salon.entry("anna").state == "expired"


def test_a_chair_is_the_same_however_its_staff_is_written() -> None:
    salon = Salon(("Staff: Jess, Sam\n", ""))
    salon.join("anna", "ben")
    salon.free(staff="jess")
    salon.claim("anna")
    salon.write(RULES_TEXT)
    assert salon.free("late", staff="Jess").code == "asked"

"""S11 for notes to staff: each event is told once."""

from fullhouse.kernel.messages import Message
from sim.checks.state_model import Check, Commit

# Notes that say what becomes of a slot.
OF_A_SLOT = ("nobody_fits", "handed_back")
# Somebody books its time, or another slot needs it: that is another event.
LOST = ("booked_over", "gave_way")
# What a note about a given-up time says if no offer was made: nothing is left to tell.
FINAL = ("nobody", "too_late", "not_offered")


class S11OneNotePerEvent(Check):
    """An event gives staff one note, and a given-up time that nobody gets is one event."""

    promise = "S11"

    def commit(self, commit: Commit) -> None:
        """Judge the notes that a commit writes."""
        notes = [one for was, one in commit.of(Message) if was is None and one.channel == "staff"]
        names = [one.id for one in notes]
        self.require(len(notes) <= 1, f"one event gives staff {names}")
        for note in notes:
            slot_id = slot_named_by(note)
            earlier = [one for one in self.book.messages.values() if frees(one) == slot_id != ""]
            self._is_news(note, earlier)

    def _is_news(self, note: Message, earlier: list[Message]) -> None:
        for one in earlier:
            waits = one.status == "queued" and not one.attempts and "outcome" not in one.facts
            self.require(not waits, f"{note.id} says what {one.id} could, which has not left")
            is_told = one.facts.get("outcome") in FINAL
            self.require(
                not is_told or _names_the_asked(note), f"{note.id} repeats what {one.id} said"
            )


def frees(note: Message) -> str:
    """Return the slot that the given-up time of a note became; empty if there is none."""
    return str(note.facts.get("frees") or "")


def slot_named_by(note: Message) -> str:
    """Return the slot of which a note says that nobody takes it; empty for other notes."""
    if note.kind in OF_A_SLOT and note.facts["slot"]["why"] not in LOST:
        return str(note.facts["slot"]["id"])
    if note.facts.get("reason") == "not_offered":
        return note.id.split(":")[-2]
    return ""


def _names_the_asked(note: Message) -> bool:
    """Return True if somebody joined later and was asked: that is another event."""
    return bool(note.facts.get("tried"))

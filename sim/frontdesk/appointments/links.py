"""S9 for appointments: a link does only what it says, for its customer and time only, once."""

from datetime import datetime

from fullhouse.products.frontdesk.appointments.model import Appointment, Reply
from sim.checks.links import by_link
from sim.checks.state_model import Commit
from sim.frontdesk.appointments.schedule_view import DiaryCheck


class S9RepliesLinks(DiaryCheck):
    """A reminder's link does only what it says, only for its person and their time, and once."""

    promise = "S9"

    def commit(self, commit: Commit) -> None:
        """Judge what was changed at the word of a link."""
        link = by_link(commit)
        if link is None or link.scope != "appointments":
            return
        replies = {one.id for _, one in commit.of(Reply)}
        for before, one in commit.of(Appointment):
            self.require(one.id == link.person and before is not None, f"{link} changed {one.id}")
            self.require(
                replies == {f"{link.purpose}-{link.offer}"}, f"{link} was answered with {replies}"
            )
            if before is not None:
                same = link.offer.partition("-")[0] == str(before.chain)
                self.require(same, f"{link} acted on another time: {before}")
                self.require(_does(link.purpose, before, one), f"{link} made {one} of {before}")


def _does(purpose: str, before: Appointment, one: Appointment) -> bool:
    when: tuple[datetime, datetime] = (before.starts_at, one.starts_at)
    if purpose == "reschedule":
        return when[0] != when[1] and one.chain == before.chain + 1 and one.status == "booked"
    said = "confirmed" if purpose == "confirm" else "cancelled"
    return when[0] == when[1] and one.chain == before.chain and one.status == said

"""Entries of a salon's waitlist: joining, changing, leaving, being proposed, being erased."""

from typing import Any, Literal

import msgspec

from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist import commands, proposals
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from sim.clocks import days, hours, minutes
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.actors import Crew


class Waiting(Crew):
    """Those who wait, and those who put them on the list."""

    def join(self) -> None:
        """Join by the page, perhaps once more."""
        self.ask(self._join())

    def put_on(self) -> None:
        """Add someone at the desk or in the sheet, with a priority or an early join time."""
        source: Literal["desk", "sheet", "api", "mail"] = self.draw.choice(
            ("desk", "sheet", "api", "mail")
        )
        since = self.world.now - self.draw.choice((minutes(1), hours(5), days(3)))
        joined_at = since if self.draw.random() < 0.4 else None
        priority = self.draw.choice((0, 1, 2))
        self.ask(
            msgspec.structs.replace(
                self._join(), source=source, priority=priority, joined_at=joined_at
            ),
            "staff",
        )

    def request(self) -> None:
        """Join where too many came from one address: a mailed link has to be pressed first."""
        self.ask(commands.RequestJoin(join=self._join()))

    def _join(self) -> commands.JoinWaitlist:
        phone, email = self._addresses()
        dates: dict[str, Any] = self._dates()
        return commands.JoinWaitlist(
            entry_id=self._new("c"),
            name=self.world.chance.of("names").choice(("Anna", "Anna", "Anna", "Ben")),
            phone=phone,
            email=email,
            service=self._service(),
            party=self.draw.choice((1, 1, 1, 2, 3)),
            staff=self._staff() if self.draw.random() < 0.3 else "",
            **dates,
            **self._wish(),
        )

    def _wish(self) -> dict[str, Any]:
        """Draw the weekdays and times of day that suit; most people name none."""
        draw = self.world.chance.of("wishes")
        wish: dict[str, Any] = {}
        if draw.random() < 0.2:
            days = draw.sample(reference_rules.WEEK, draw.choice((1, 3, 5)))
            wish["weekdays"] = tuple(sorted(days, key=reference_rules.WEEK.index))
        if draw.random() < 0.2:
            wish |= draw.choice(
                (
                    {"until_time": "12:00"},
                    {"from_time": "17:00"},
                    {"from_time": "10:00", "until_time": "16:30"},
                )
            )
        return wish

    def _dates(self) -> dict[str, str]:
        if self.draw.random() < 0.6:
            return {}
        today = self.world.now + days(self.draw.choice((-1, 0, 0, 1, 2)))
        earliest, latest = (
            reference_rules.day(self.desk.rules, today + days(more))
            for more in (0, self.draw.choice((0, 1, 3)))
        )
        return self.draw.choice(
            ({"latest": latest}, {"earliest": earliest}, {"earliest": earliest, "latest": latest})
        )

    def edit(self) -> None:
        """Change what someone waits for, or where they are reached."""
        phone, email = self._addresses()
        some: dict[str, Any] = {
            "service": self._service(),
            "party": self.draw.choice((1, 2, 3)),
            "staff": self.draw.choice(("", self._staff())),
            "priority": self.draw.choice((0, 1, 2)),
            "joined_at": self.world.now - self.draw.choice((hours(1), days(2))),
            "phone": phone,
            "email": email,
            "name": "Bea",
            "earliest": "",
            "latest": "",
            **self._dates(),
            "weekdays": (),
            "from_time": "",
            "until_time": "",
            **self._wish(),
        }
        chosen = {
            name: some[name]
            for name in self.draw.sample(sorted(some), self.draw.choice((1, 1, 2, 3)))
        }
        source: Literal["desk", "sheet", "form"] = self.draw.choice(
            ("desk", "desk", "sheet", "form")
        )
        self.ask(
            commands.EditEntry(entry_id=self._name("waiting"), source=source, **chosen), "staff"
        )

    def leave(self) -> None:
        """Leave the list."""
        self.ask(commands.LeaveWaitlist(entry_id=self._name("waiting")))

    def remove(self) -> None:
        """Take someone off the list, at the desk or by deleting their row."""
        source: Literal["desk", "sheet"] = self.draw.choice(("desk", "sheet"))
        self.ask(
            commands.LeaveWaitlist(entry_id=self._name("waiting"), removed=True, source=source),
            "staff",
        )

    def erase(self) -> None:
        """Want to be forgotten."""
        self.ask(commands.EraseEntry(entry_id=self._name()), "staff")

    def write_sheet(self) -> None:
        """Write some rows back, a few of them as they were a while ago."""
        entries = [one for one in self.desk.entries.values() if one.unwritten]
        some = self.draw.sample(entries, min(3, len(entries)))
        rows = tuple((one.id, one.rev - int(self.draw.random() < 0.2)) for one in some)
        self.world.ask(commands.MarkEntriesSynced(entries=(*rows, ("nobody", 0))), "setup")

    def join_many(self) -> None:
        """Bring several rows of the sheet at once, perhaps two of one person."""
        rows = [
            msgspec.structs.replace(self._join(), source="sheet")
            for _ in range(self.draw.choice((2, 3, 5)))
        ]
        self.ask(JoinMany(joins=tuple(rows)), "staff")

    def propose(self) -> None:
        """Forward a request; staff may decide on it later, or on another."""
        name = self._new("c")
        self.proposed.append(name)
        proposal = Proposal(id=name, product="waitlist", sender="c1@example.org", at=self.world.now)
        self.ask(proposals.Propose(proposal=proposal), "mail")

    def decide(self) -> None:
        """Approve a proposal, or let it go, or forget it."""
        name = self.draw.choice((*self.proposed, "nothing"))
        join = msgspec.structs.replace(self._join(), entry_id=name, source="mail")
        self.ask(
            self.draw.choice(
                (
                    proposals.ApproveProposal(proposal_id=name, join=join),
                    proposals.ApproveProposal(proposal_id=name, join=join),
                    proposals.DiscardProposal(proposal_id=name),
                    proposals.EraseProposal(proposal_id=name),
                )
            ),
            "staff",
        )

    def keep_customers(self) -> None:
        """Decide how long people are kept who are off the list, or for ever."""
        self.world.ask(commands.SetEntryRetention(days=self.draw.choice((0, 1, 1, 2))), "setup")

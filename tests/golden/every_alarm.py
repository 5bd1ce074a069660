"""One alarm for each command that an alarm can hold, about the story's people, all fields set."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from fullhouse.engine.access import (
    AddMember,
    AddSigningKey,
    AddToken,
    RequestSignIn,
    SignOut,
    UseSignInLink,
)
from fullhouse.engine.catalogue import PRODUCT_RULES
from fullhouse.engine.team import ChangeRole, RemoveMember, RevokeToken
from fullhouse.engine.trial_messages import SendTrialMessage
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.letters import Button, CalendarEntry, Letter
from fullhouse.kernel.times import QuietHours
from fullhouse.products.frontdesk.appointments import commands as a
from fullhouse.products.frontdesk.appointments import proposals as ap
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.refill.contact_adoption import AdoptContacts
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.shared.contacts import (
    Hear,
    NoteCustomer,
    NoteReach,
    RerouteEntries,
    contact_id,
)
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    SaveSheetVersion,
    SaveSourceState,
    SheetVersion,
)
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist import commands as w
from fullhouse.products.frontdesk.waitlist import proposals as wp
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    SaveCalendarDay,
    SeenBooking,
)
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from fullhouse.products.rsvp import commands as r
from fullhouse.products.rsvp.model import Settings
from tests.golden.story import MANY_TEXTS, SECRET, Golden, mail, phone

APART = timedelta(minutes=1)
AT_ONCE = 20


def set_alarms(world: Golden) -> None:
    """Set them all, a minute apart."""
    commands = list(every_command(world))
    missing = {one.__name__ for one in PRODUCT_RULES} - {type(one).__name__ for one in commands}
    assert not missing, f"no alarm for {sorted(missing)}"
    alarms = [
        _alarm(number, command, world.now) for number, command in enumerate(commands, start=1)
    ]
    for start in range(0, len(alarms), AT_ONCE):
        world.write(alarms=tuple(alarms[start : start + AT_ONCE]))


def _alarm(number: int, command: Command, now: datetime) -> Alarm:
    return Alarm(f"golden:{type(command).__name__}:{number}", now + number * APART, command)


def every_command(world: Golden) -> Iterator[Command]:
    """Give each command once, in an order in which most of them have something to do."""
    yield from _desk(world)
    yield from _events(world)
    yield from _guests()
    yield from _rounds(world)
    yield from _documents(world)
    yield from _waitlist(world)
    yield from _appointments(world)
    yield from _endings(world)


def _desk(world: Golden) -> Iterator[Command]:
    yield AddMember(member_id="m4", email=mail("nia"), role="helper")
    yield RequestSignIn(email=mail("nia"))
    yield UseSignInLink(member_id="m4", nonce=0)
    yield ChangeRole(member_id="m4", role="host", asked_by="owner")
    yield SignOut(member_id="m4")
    yield RemoveMember(member_id="m4", asked_by="owner")
    yield AddToken(token_id="t3", name="late script", digest="d3")
    yield RevokeToken(token_id="t1")
    yield AddSigningKey(key_id="k2", secret=SECRET)
    yield SendTrialMessage(member_id="host", letter=_letter(world), occasion="2")


def _letter(world: Golden) -> Letter:
    """Return a letter with every part that one can have."""
    starts = world.at("2026-06-19 19:00")
    calendar = CalendarEntry(
        "party@fullhouse", 1, "REQUEST", "Party", starts, starts + timedelta(hours=3), "Kantine"
    )
    return Letter(
        subject="Trial",
        preview="A trial",
        heading="A trial",
        paragraphs=("Nothing happens.",),
        details=(("When", "Friday"),),
        buttons=(Button("confirm", "I am coming", "https://example.org", main=True),),
        footer=("The end",),
        language="de",
        to_name="Nia",
        calendar=calendar,
    )


def _events(world: Golden) -> Iterator[Command]:
    settings = Settings(
        reminders=("2d", "morning"),
        morning_at="08:30",
        quiet_hours=QuietHours("22:00", "07:00"),
        claim_window="3h",
        invite_window="48h",
        time_critical_offers=True,
        max_party=3,
        confirm_by_mail=True,
        lapse_limit=1,
        run_up_days=3,
        language="fr",
    )
    starts, ends = world.at("2026-07-03 18:00"), world.at("2026-07-03 23:00")
    yield r.CreateEvent(
        event_id="late",
        name="Late event",
        starts_at=starts.replace(tzinfo=None),
        ends_at=ends.replace(tzinfo=None),
        timezone="Europe/Paris",
        venue="Quai",
        cap=4,
        host_email=mail("host"),
        settings=settings,
        sent="digest",
    )
    yield r.EditEvent(
        event_id="late",
        name="Later event",
        starts_at=(starts + timedelta(days=1)).replace(tzinfo=None),
        ends_at=(ends + timedelta(days=1)).replace(tzinfo=None),
        timezone="Europe/Madrid",
        venue="Muelle",
        cap=5,
        host_email=mail("owner"),
        settings={"max_party": 2},
        voice={"link": "Hello {{ name }}"},
        tell_guests=False,
        for_all=True,
    )
    yield r.CloseSignUp(event_id="late")
    yield r.ReopenSignUp(event_id="late")


def _guests() -> Iterator[Command]:
    party = "party"
    yield r.SignUp(
        event_id=party,
        guest_id="ned",
        name="Ned",
        email=mail("ned"),
        party=2,
        source="import",
        place_as="pending",
    )
    yield r.AnswerByMail(
        event_id=party,
        guest_id="oda",
        name="Oda",
        email=mail("oda"),
        wants="come",
        proven=True,
        quiet=True,
        occasion="2",
    )
    yield r.NoteBounce(event_id=party, guest_id="lea", email=mail("lea"), reason="550")
    yield r.TakeSeat(event_id=party, guest_id="jan")
    yield r.ChangeParty(event_id=party, guest_id="anna", party=2)
    yield r.ChangeContact(event_id=party, guest_id="finn", name="Finn F", email=mail("finnf"))
    yield r.ConfirmAddress(event_id=party, guest_id="anna", mark="no such mark")
    yield r.ResendLink(event_id=party, guest_id="anna", occasion="2", asks=True)
    yield r.SendAgain(event_id=party, message_id="confirmation:party:hal:1", occasion=2)
    yield r.StopMail(event_id=party, guest_id="anna")
    yield r.ResumeMail(event_id=party, guest_id="anna")
    yield r.ClaimOffer(event_id=party, guest_id="cem", offer_id="o2")
    yield r.DeclineOffer(event_id=party, guest_id="dora", offer_id="o1")
    yield r.LapseOffer(event_id=party, guest_id="jan", offer_id="o1")
    yield r.CancelGuest(event_id=party, guest_id="finn", by_host=True)
    yield r.OfferFreeSeats(event_id=party)


def _rounds(world: Golden) -> Iterator[Command]:
    yield r.RecapOffers(event_id="party", after="a", stretch=True)
    yield r.Remind(
        event_id="party", plan=0, reminder="1d", due_at=world.at("2026-06-18 19:00"), after="a"
    )
    yield r.SendBulkMessage(
        event_id="party", kind="changed", occasion=9, after="a", text="News", changes=("venue",)
    )
    yield r.SendHeadcount(event_id="party", due_at=world.at("2026-06-16 09:00"))
    yield r.DraftThanks(event_id="tea")
    yield r.SendThanks(event_id="tea", text="Thank you again.")
    yield r.SetGuestRetention(days=60)
    yield r.EraseOldEvents(days=60, after="a")


def _documents(world: Golden) -> Iterator[Command]:
    yield SaveDocument(name="rules", text=f"{MANY_TEXTS}Language: de\n", source="file")
    yield SaveSourceState(
        external=ExternalSource(
            id="calendar", where="feed.ics", version="v1", items=2, seen_at=world.now
        )
    )
    version = SheetVersion(
        id="waitlist-2", at=world.now, rows=4, fingerprint="f2", by="host", file="sheets/2.csv"
    )
    yield SaveSheetVersion(version=version)
    yield KeepHolidays(holidays=Holidays(id="FR", days=("2026-07-14",), until="2027-12-31"))
    booking = SeenBooking("uid-2", world.at("2026-06-21 15:00"), "Cut", "Sam", 2, "opening")
    yield SaveCalendarDay(day=CalendarDay(id="2026-06-21", bookings=(booking,)))


def _join(world: Golden, name: str, number: int) -> w.JoinWaitlist:
    return w.JoinWaitlist(
        entry_id=name,
        name=name.title(),
        phone=phone(number),
        email=mail(name),
        service="Cut",
        party=1,
        earliest="2026-06-16",
        latest="2026-06-30",
        staff="Sam",
        priority=2,
        joined_at=world.now,
        source="api",
        sent="digest",
    )


def _waitlist(world: Golden) -> Iterator[Command]:
    yield _join(world, "abe", 31)
    yield JoinMany(joins=(_join(world, "bob", 32), _join(world, "cal", 33)))
    yield w.EditEntry(
        entry_id="abe",
        name="Abel",
        phone=phone(34),
        email=mail("abel"),
        service="Colour",
        party=1,
        earliest="2026-06-17",
        latest="2026-06-29",
        staff="Jess",
        priority=1,
        joined_at=world.now,
        source="sheet",
    )
    yield w.MarkEntriesSynced(entries=(("abe", 2),))
    yield NoteReach(address=phone(33), reach="bounced", note="unknown number")
    yield Hear(product="appointments", address=phone(33), reach="bounced", note="unknown number")
    yield RerouteEntries(contact_id=contact_id(phone(33)))
    yield AdoptContacts(since=world.now, after="a")
    yield w.FreeSlot(
        slot_id="s6",
        service="Cut",
        starts_at=world.at("2026-06-17 16:00"),
        minutes=40,
        staff="Sam",
        party_capacity=2,
        reason="opening",
        ref="cal-6",
        again="1",
        sent="digest",
    )
    yield w.AdvanceSlot(slot_id="s6")
    yield w.LapseSlot(slot_id="s6", seq=1)
    yield w.DeclineSlot(slot_id="s6", seq=2, entry_id="bob")
    yield w.GiveUpSlot(slot_id="s5", entry_id="olga", link="abc")
    yield w.ClaimSlot(slot_id="s5", seq=1, entry_id="olga")
    yield SyncSlot(slot_id="s5", starts_at=world.at("2026-06-16 18:00"), rest=("s6",))
    yield w.WithdrawSlot(slot_id="s6")
    yield w.LeaveWaitlist(entry_id="bob", removed=True, source="mail")
    yield w.ExpireEntry(entry_id="cal")
    yield w.StartHousekeeping()
    yield w.Housekeep(again=False, before_freed=world.now, before_id="s9")
    yield w.SendMonthSummary(month="2026-05", again=False)
    yield wp.Propose(proposal=_proposal(world, "p7", "waitlist"), renew=True)
    yield wp.ApproveProposal(proposal_id="p3", join=_join(world, "p3", 35), rev=0)
    yield wp.DiscardProposal(proposal_id="p7", rev=0)
    yield wp.EraseProposal(proposal_id="p7")
    yield w.SetEntryRetention(days=60)
    yield w.RetireEntries(
        days=60, again=False, after_ended=world.now - timedelta(days=90), after_id="a"
    )


def _proposal(world: Golden, name: str, product: str) -> Proposal:
    read = (
        ProposedField("name", "Rita", "sure", "Rita here"),
        ProposedField("service", "Cut", "guess", "a cut"),
    )
    return Proposal(
        id=name,
        product=product,
        fields=read,
        sender=mail("rita"),
        subject="A cut?",
        text="Rita here",
        mail="mail/rita.eml",
        at=world.now,
    )


def _book(world: Golden, name: str, starts_at: str) -> a.BookAppointment:
    return a.BookAppointment(
        appointment_id=name,
        name=name.title(),
        phone=phone(41),
        email=mail(name),
        service="Cut",
        staff="Jess",
        starts_at=world.at(starts_at),
        minutes=30,
        remind_at=(24, 2),
        link="https://example.org/room",
        ref=f"cal-{name}",
        source="api",
        tell=True,
        free=True,
        sent="digest",
    )


def _appointments(world: Golden) -> Iterator[Command]:
    later = world.at("2026-06-24 10:00")
    yield _book(world, "una", "2026-06-23 10:00")
    yield BookMany(
        books=(_book(world, "val", "2026-06-23 11:00"), _book(world, "wes", "2026-06-23 12:00"))
    )
    yield a.EditAppointment(
        appointment_id="una",
        name="Una U",
        phone=phone(42),
        email=mail("unau"),
        service="Colour",
        staff="Sam",
        starts_at=later,
        minutes=60,
        remind_at=None,
        link="",
        source="calendar",
        tell=True,
    )
    yield a.MarkAppointmentsSynced(appointments=(("una", 1), ("val", 1)))
    yield a.ConfirmAppointment(appointment_id="val", chain=1, reply="confirm-1-24", source="api")
    yield a.Unconfirm(appointment_id="val")
    at = world.at("2026-06-25 12:00")
    yield a.Reschedule(
        appointment_id="wes", chain=1, reply="reschedule-1-24", starts_at=at, staff="Jess"
    )
    yield a.CancelAppointment(
        appointment_id="gil", chain=2, reply="cancel-2-24", source="api", tell=True
    )
    yield a.RestoreAppointment(appointment_id="gil", source="api", tell=True)
    yield a.NoShow(appointment_id="eli")
    yield NoteCustomer(address=phone(42), reach="opted_out", note="STOP")
    yield a.StartReminderTicks()
    yield a.Tick(
        at=world.at("2026-06-16 12:15"), again=False, since=world.at("2026-06-16 12:00"), after="a"
    )
    yield a.RunDueAction(appointment_id="val")
    yield a.SummariseWeek(week="2026-06-08", again=False)
    yield ap.ProposeAppointment(proposal=_proposal(world, "p8", "appointments"), renew=True)
    yield ap.ApproveAppointment(
        proposal_id="p6", book=_book(world, "p6", "2026-06-23 15:00"), rev=0
    )
    yield ap.DiscardAppointment(proposal_id="p8", rev=0)
    yield ap.EraseAppointmentProposal(proposal_id="p8")
    yield a.SetAppointmentRetention(days=60)
    yield a.RetireAppointments(
        days=60, again=False, after_starts=world.now - timedelta(days=90), after_id="a"
    )


def _endings(world: Golden) -> Iterator[Command]:
    yield r.EraseGuest(event_id="party", guest_id="oda")
    yield w.EraseEntry(entry_id="bob")
    yield a.EraseAppointment(appointment_id="wes")
    yield r.CancelEvent(event_id="late")
    yield r.EraseEvent(event_id="late", after="a")

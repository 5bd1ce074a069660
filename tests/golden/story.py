"""The story behind the golden files: two weeks that use everything, with fixed times and ids."""

from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.engine.access import AddMember, AddSigningKey, AddToken, RequestSignIn, UseSignInLink
from fullhouse.engine.composing import Composer
from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.engine.ports import DueMessages, MessagePage, Store, Written
from fullhouse.engine.relay import RecordSendResult
from fullhouse.engine.team import RemoveMember, RevokeToken
from fullhouse.engine.trial_messages import SendTrialMessage
from fullhouse.engine.urls import one_address
from fullhouse.engine.webhooks import RecordWebhook, SetWebhookSecret
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message, NoCarrier, Outcome, Refused, Sent
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments import commands as appointments
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    RowProblem,
    SaveSheetVersion,
    SaveSourceState,
    SheetVersion,
)
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.products.frontdesk.shared.our_voice import offer_voice
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist import commands as waitlist
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    SaveCalendarDay,
    SeenBooking,
)
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from fullhouse.products.frontdesk.waitlist.proposals import (
    ApproveProposal,
    DiscardProposal,
    Propose,
)
from fullhouse.products.rsvp import commands as rsvp
from fullhouse.products.rsvp.model import Guest
from tests.support.rsvp_world import BERLIN, create
from tests.support.world import World

BEGIN = "2026-06-01 10:00"
END = "2026-06-16 11:00"
SECRET = "00" * 32
STAFF, HOST = "member:owner", "member:host"
NOBODY = "dead@example.org"
RULES = """\
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR; remind at 48 and 2 hours
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
- Table: 120 minutes
Staff: Jess, Sam
Opening hours: Mon-Sat 09:00-20:00
Closed: public holidays of DE-BE, 24 Dec
Order: priority first, then join time
Claim window: 10 minutes
Quiet hours: 21:00 to 08:00
Tries per slot: 5
Cut-off: 10 minutes before
Gap alert: 45 minutes before
Refill from the waitlist: yes
"""
Answer = type[rsvp.ClaimOffer] | type[rsvp.DeclineOffer]
FEW_TEXTS = f"{RULES}Texts: at most 1 EUR a month, 0.08 EUR each\n"
MORE_TEXTS = f"{RULES}Texts: at most 1.10 EUR a month, 0.08 EUR each\n"
MANY_TEXTS = f"{RULES}Texts: at most 90 EUR a month, 0.08 EUR each\n"


def mail(name: str) -> str:
    """Return someone's own address."""
    return f"{name}@example.org"


def phone(number: int) -> str:
    """Return a phone number that nobody has."""
    return f"+49155501{number:05d}"


class Golden(World):
    """The world of the story: it writes letters as a running house does."""

    def __init__(self, store: Store) -> None:
        super().__init__(BERLIN, checks=False)
        self.store = store
        self.now = self.at(BEGIN)
        own = (Key("k1", bytes.fromhex(SECRET)),)
        keys = Keyring(own, own)
        self.composer = Composer(one_address("https://house.example.org"), keys)

    def send(self, message: Message) -> None:
        leased = self.dispatch(message)
        if leased is not None:
            letter = msgspec.json.encode(self.composer.letter(leased)).decode()
            settle = RecordSendResult(
                product=leased.product,
                message_id=leased.id,
                outcome=_outcome(leased),
                letter=letter,
                attempt=leased.attempts,
            )
            self.decide(settle, "relay")

    def write(self, *messages: Message, alarms: tuple[Alarm, ...] = ()) -> None:
        """Store what no command of the story leads to."""
        self.store.commit(Written(Decision(None, messages=messages, set_alarms=alarms)))

    def queued(self) -> tuple[Message, ...]:
        """Return the messages that may leave now."""
        return self.store.load(DueMessages(self.now))

    def all(self, by: str, *commands: Command) -> None:
        """Give commands one minute after the other."""
        for command in commands:
            answer = self.give(command, by)
            code = getattr(answer, "code", "")
            assert not code.startswith(("unknown", "bad_", "not_")), (command, code)
            self.after(minutes=1)


def _outcome(message: Message) -> Outcome:
    if message.kind == "nobody_fits":
        return NoCarrier()
    if message.to == NOBODY:
        return Refused("550 no such user", permanent=True)
    return Sent(f"carrier-{message.kind}")


def tell(store: Store) -> Golden:
    """Play the whole story on a store."""
    world = Golden(store)
    play(world)
    return world


def play(world: Golden) -> None:
    """Play the whole story in a world."""
    for chapter in (
        _house,
        _events,
        _party,
        _after_tea,
        _front_desk,
        _waitlist,
        _appointments,
        _proposals,
        _last_day,
    ):
        chapter(world)


def _house(world: Golden) -> None:
    world.all(
        "setup",
        AddSigningKey(key_id="k1", secret=SECRET),
        AddMember(member_id="owner", email=mail("owner"), role="owner"),
        AddMember(member_id="host", email=mail("host")),
        AddMember(member_id="helper", email=mail("helper"), role="helper"),
        RequestSignIn(email=mail("host")),
        UseSignInLink(member_id="host", nonce=0),
        RemoveMember(member_id="helper", asked_by="owner"),
        AddToken(token_id="t1", name="script", digest="d1"),
        AddToken(token_id="t2", name="old script", digest="d2"),
        RevokeToken(token_id="t2"),
        SendTrialMessage(
            member_id="host", letter=Letter(subject="Trial", heading="A trial"), occasion="1"
        ),
        SetWebhookSecret(secret="first"),
        SetWebhookSecret(secret="second"),
        rsvp.SetGuestRetention(days=30),
        waitlist.SetEntryRetention(days=30),
        appointments.SetAppointmentRetention(days=30),
    )


def _events(world: Golden) -> None:
    """Open three evenings: a full one, one that is called off, one that is over soon."""
    voice = {"reminder": "Dear {{ name }}, see you soon."}
    world.all(
        HOST,
        create("party", cap=3, max_party=2, venue="Kantine", lapse_limit=2, sent="digest"),
        rsvp.EditEvent(event_id="party", voice=voice),
        create("gala", name="Gala", starts_at="2026-06-26T20:00", cap=5, language="de"),
        create(
            "tea",
            name="Tea",
            starts_at="2026-06-03T16:00",
            cap=2,
            confirm_by_mail=True,
            reminders=("1d", "2h"),
        ),
    )
    for event_id, name in (("gala", "jo"), ("gala", "kim"), ("tea", "lu"), ("tea", "mo")):
        signed = rsvp.SignUp(event_id=event_id, guest_id=name, name=name.title(), email=mail(name))
        world.all("guest", signed)
    _answer(world, "lu", rsvp.ClaimOffer, "tea")
    _answer(world, "mo", rsvp.ClaimOffer, "tea")
    world.all(HOST, rsvp.CancelEvent(event_id="gala"))


def _sign_up(name: str, **fields: Any) -> rsvp.SignUp:
    usual = {"guest_id": name, "name": name.title(), "email": mail(name)}
    return rsvp.SignUp(event_id="party", **{**usual, **fields})


def _party(world: Golden) -> None:
    world.all(
        "guest",
        _sign_up("anna", party=2),
        _sign_up("ben"),
        _sign_up("cem"),
        _sign_up("dora"),
        _sign_up("finn", source="api"),
        _sign_up("gus"),
        _sign_up("hal", email=NOBODY),
        _sign_up("ida", place_as="pending", source="host"),
    )
    by_mail = rsvp.AnswerByMail(
        event_id="party", guest_id="jan", name="Jan", email=mail("jan"), wants="come", proven=True
    )
    arrived = InboundMail(
        id="i1",
        place="1",
        scope="party",
        person="jan",
        sender=mail("jan"),
        name="Jan",
        subject="Party",
        text="I am coming",
        at=world.now,
        size=300,
        proof="dkim",
        what="come",
        file="mail/i1.eml",
    )
    world.all(
        "guest",
        RecordInboundMail(mail=arrived, asks=by_mail),
        RecordInboundMail(
            mail=InboundMail(
                id="i2", place="2", scope="", sender=mail("spam"), reason="no event", at=world.now
            )
        ),
        rsvp.CancelGuest(event_id="party", guest_id="ben"),
    )
    _answer(world, "cem", rsvp.DeclineOffer)
    world.after(hours=7)  # the offer lapses, and the seat rolls on
    _answer(world, "finn", rsvp.ClaimOffer)
    world.all(
        "guest",
        rsvp.ChangeParty(event_id="party", guest_id="anna", party=1),
        rsvp.ChangeContact(event_id="party", guest_id="anna", name="Anna B", email=mail("annab")),
        rsvp.ResendLink(event_id="party", guest_id="cem", occasion="1"),
        rsvp.EraseGuest(event_id="party", guest_id="gus"),
        rsvp.StopMail(event_id="party", guest_id="dora"),
    )
    world.all(HOST, rsvp.EditEvent(event_id="party", venue="Garden", cap=4))


def _answer(world: Golden, name: str, answer: Answer, event_id: str = "party") -> None:
    guest = world.store.load(Get(Guest, (event_id, name)))
    assert guest is not None
    assert guest.offer is not None, f"{name} has no offer"
    world.all("guest", answer(event_id=event_id, guest_id=name, offer_id=guest.offer.id))


def _after_tea(world: Golden) -> None:
    world.until("2026-06-04 10:00")
    world.all(HOST, rsvp.SendThanks(event_id="tea", text="Thank you all."))


def _front_desk(world: Golden) -> None:
    """Open the salon: rules, voice, holidays, and what is kept of sources outside."""
    found = ExternalSource(
        id="sheet",
        where="list.csv",
        version="v1",
        memo="etag",
        items=3,
        problems=(RowProblem(4, "phone", "This is no phone number."),),
        seen_at=world.now,
        trouble="It cannot be read.",
        trouble_at=world.now,
        cleared="2026-06-03",
    )
    version = SheetVersion(
        id="waitlist-1", at=world.now, rows=3, fingerprint="f1", by="owner", file="sheets/1.csv"
    )
    booking = SeenBooking("uid-1", world.at("2026-06-20 15:00"), "Cut", "Sam")
    world.all(
        STAFF,
        SaveDocument(name="rules", text=FEW_TEXTS),
        SaveDocument(name="voice", text=offer_voice("en")),
        KeepHolidays(holidays=Holidays(id="DE-BE", days=("2026-12-25",), until="2027-12-31")),
        SaveSourceState(external=found),
        SaveSheetVersion(version=version),
        SaveCalendarDay(day=CalendarDay(id="2026-06-20", bookings=(booking,))),
    )


def _join(name: str, number: int, **fields: Any) -> waitlist.JoinWaitlist:
    usual = {"entry_id": name, "name": name.title(), "phone": phone(number), "service": "Colour"}
    return waitlist.JoinWaitlist(**{**usual, **fields})


def _free(world: Golden, slot_id: str, starts_at: str, **fields: Any) -> waitlist.FreeSlot:
    usual = {"service": "Colour", "staff": "Jess"}
    return waitlist.FreeSlot(slot_id=slot_id, starts_at=world.at(starts_at), **{**usual, **fields})


def _waitlist(world: Golden) -> None:
    world.until("2026-06-05 10:00")
    several = (
        _join("vic", 6, service="Cut", source="sheet"),
        _join("wim", 7, service="Cut", source="sheet"),
    )
    world.all(
        "customer",
        _join("olga", 1, email=mail("olga")),
        _join("pia", 2, priority=3, earliest="2026-06-05", latest="2026-06-30"),
        _join("quin", 3, phone="", email=mail("quin"), staff="Jess"),
        _join("rosa", 4, sent="digest"),
        _join("stan", 5, latest="2026-06-08"),
        _join("uta", 8, phone="", email=NOBODY),
        JoinMany(joins=several),
    )
    world.all(STAFF, _free(world, "s1", "2026-06-06 11:00", sent="digest", ref="cal-1"))
    world.all("customer", waitlist.DeclineSlot(slot_id="s1", seq=1, entry_id="pia"))
    world.after(minutes=11)  # the second offer times out
    world.all("customer", waitlist.ClaimSlot(slot_id="s1", seq=3, entry_id="quin"))
    world.all(
        STAFF,
        waitlist.EditEntry(entry_id="olga", party=1, staff="Sam"),
        NoteReach(address=phone(2), reach="opted_out", note="STOP"),
        waitlist.LeaveWaitlist(entry_id="rosa", removed=True),
        waitlist.EraseEntry(entry_id="stan"),
        _free(world, "s2", "2026-06-06 14:00", service="Table", staff=""),
        _free(world, "s3", "2026-06-06 16:00", service="Cut", staff="Sam"),
        waitlist.WithdrawSlot(slot_id="s3"),
    )
    told = RecordWebhook(
        hook="slots",
        digest="h1",
        asks=_free(world, "s4", "2026-06-06 17:00", service="Cut", staff="Sam"),
    )
    world.all("hook", told)
    world.until("2026-06-08 10:00")


def _book(world: Golden, name: str, starts_at: str, **fields: Any) -> appointments.BookAppointment:
    usual = {"name": name.title(), "service": "Cut", "staff": "Sam"}
    return appointments.BookAppointment(
        appointment_id=name, starts_at=world.at(starts_at), **{**usual, **fields}
    )


def _appointments(world: Golden) -> None:
    world.all(STAFF, SaveDocument(name="rules", text=MORE_TEXTS))
    together = (
        _book(world, "dan", "2026-06-11 10:00", phone=phone(24), source="sheet"),
        _book(world, "eli", "2026-06-11 11:00", email=NOBODY, source="calendar", ref="cal-2"),
    )
    world.all(
        STAFF,
        _book(world, "ada", "2026-06-10 10:00", phone=phone(21), tell=True, sent="digest"),
        _book(
            world,
            "bea",
            "2026-06-10 11:00",
            email=mail("bea"),
            tell=True,
            link="https://example.org/room",
        ),
        _book(world, "cora", "2026-06-10 12:00", phone=phone(23), remind_at=(24, 2)),
        BookMany(books=together),
        _book(world, "fay", "2026-06-09 15:00", phone=phone(26)),
        _book(world, "gil", "2026-06-18 10:00", phone=phone(27), email=mail("gil")),
        _book(world, "hugo", "2026-06-18 12:00", email=mail("hugo")),
    )
    world.all(STAFF, SaveDocument(name="rules", text=MANY_TEXTS))
    world.until("2026-06-09 13:00")
    later = world.at("2026-06-17 10:00")
    world.all(
        "customer",
        appointments.ConfirmAppointment(appointment_id="ada", chain=1, reply="confirm-1-24"),
        appointments.Reschedule(
            appointment_id="bea", chain=1, reply="reschedule-1-24", starts_at=later, staff="Sam"
        ),
        appointments.CancelAppointment(appointment_id="cora", chain=1, reply="cancel-1-24"),
    )
    world.until("2026-06-09 17:00")
    world.all(
        STAFF,
        appointments.NoShow(appointment_id="fay"),
        appointments.CancelAppointment(appointment_id="dan", tell=True),
        appointments.RestoreAppointment(appointment_id="dan", tell=True),
        appointments.EditAppointment(
            appointment_id="gil", starts_at=world.at("2026-06-18 11:00"), tell=True
        ),
        NoteReach(address=mail("hugo"), reach="bounced", note="550"),
        _book(world, "ines", "2026-06-12 10:00", email=mail("ines")),
        appointments.EraseAppointment(appointment_id="ines"),
    )
    world.until("2026-06-15 12:00")


def _proposals(world: Golden) -> None:
    read = (
        ProposedField("name", "Quinn", "sure", "my name is Quinn"),
        ProposedField("service", "Colour"),
    )
    about: dict[str, Any] = {
        "sender": mail("quinn"),
        "subject": "A slot?",
        "text": "My name is Quinn",
        "fields": read,
        "at": world.now,
    }

    def proposal(name: str, product: str) -> Proposal:
        return Proposal(id=name, product=product, mail=f"mail/{name}.eml", **about)

    join = waitlist.JoinWaitlist(
        entry_id="p1", name="Quinn", email=mail("quinn"), service="Colour", source="mail"
    )
    book = _book(world, "p4", "2026-06-19 10:00", email=mail("quinn"), source="mail")
    world.all(
        "mail", *(Propose(proposal=proposal(name, "waitlist")) for name in ("p1", "p2", "p3"))
    )
    world.all(
        "mail",
        *(
            ProposeAppointment(proposal=proposal(name, "appointments"))
            for name in ("p4", "p5", "p6")
        ),
    )
    world.all(
        STAFF,
        ApproveProposal(proposal_id="p1", join=join),
        DiscardProposal(proposal_id="p2"),
        ApproveAppointment(proposal_id="p4", book=book),
        DiscardAppointment(proposal_id="p5"),
        waitlist.SendMonthSummary(month="2026-06", again=False),
    )


def _last_day(world: Golden) -> None:
    """Leave offers that are live, one message under way, and others that wait."""
    world.until(END)
    world.all(STAFF, _free(world, "s5", "2026-06-16 18:00"))
    world.settles = False
    world.give(_sign_up("kai"), "guest")
    world.give(_sign_up("lea"), "guest")
    world.give(_join("zoe", 9), "customer")
    world.write(_cancelled(world))
    (kai,) = [one for one in world.queued() if one.person == "kai"]
    world.dispatch(kai)
    world.now += timedelta(seconds=1)


def _cancelled(world: Golden) -> Message:
    """Return a message of the one kind that has words, but that no rule writes."""
    (booked,) = world.store.load(MessagePage("waitlist", kind="booked"))
    fresh: dict[str, Any] = {
        "status": "queued",
        "letter": "",
        "at_carrier": "",
        "number": 0,
        "attempts": 0,
    }
    times = dict.fromkeys(("queued_at", "not_before", "at"), world.now)
    return replace(
        booked, id=booked.id.replace("booked", "cancelled"), kind="cancelled", **fresh, **times
    )

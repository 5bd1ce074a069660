"""The guest list as the simulator sees it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from random import Random

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Guest, GuestByEmail, PeopleAhead
from fullhouse.products.rsvp.rules import RULES
from sim.checks.nights import to_utc
from sim.checks.state_model import StateModel
from sim.clocks import hours
from sim.rsvp import (
    answers,
    arrivals,
    broadcasts,
    carrier,
    graces,
    links,
    mail_words,
    offers,
    places,
    reference_rules,
    seats,
    settled_checks,
)
from sim.rsvp.lists import GuestLists
from sim.rsvp.people import People
from sim.workload import Scene, Workload

CHECKS = (
    seats.S1NeverOversold,
    seats.S2OnePlaceEach,
    offers.S3FairOrder,
    offers.S4OffersEndOnce,
    offers.S4WindowsShrink,
    seats.S5Headcount,
    answers.S5AnswersGoWithThePerson,
    carrier.S7NoBadTime,
    carrier.S7NewsInTime,
    carrier.S7RemindersFollowChanges,
    broadcasts.S7BroadcastsReachTheirGroup,
    broadcasts.S8BroadcastsComeOnce,
    links.S9LinksDoOneThing,
    seats.S10LineFirst,
    seats.S10NobodyOverlooked,
    carrier.S12NoReminderAfterCancelling,
    mail_words.S13WordsDecide,
    graces.S15SeatsHaveAGrace,
    arrivals.S16ArrivalsAddUp,
    settled_checks.L2OffersRollOn,
    settled_checks.L3RemindersArrive,
)


def _stage(draw: Random) -> Scene:
    created = [places.event(draw, f"e{number}") for number in range(draw.choice((1, 1, 1, 1, 2)))]
    starts = to_utc(created[0].starts_at, created[0].timezone)
    begins = starts - places.lead(draw)
    return Scene(
        begins, starts + hours(draw.choice((0, 1, 30, 80))), lambda world: People(world, created)
    )


def _due(book: StateModel) -> Iterator[datetime]:
    lists = book.view(GuestLists)
    for guest in lists.all_guests():
        if guest.offer is not None:
            yield reference_rules.deadline(lists.events[guest.event_id], guest.offer)
        if guest.cancels_at is not None:
            yield guest.cancels_at


def _over(book: StateModel, now: datetime) -> datetime:
    ends: Iterable[datetime] = (
        reference_rules.end(event) for event in book.view(GuestLists).events.values()
    )
    return max(ends, default=now)


def _opt_out(message: Message) -> commands.StopMail:
    return commands.StopMail(event_id=message.scope, guest_id=message.person)


RSVP = Workload(
    name="rsvp",
    view=GuestLists,
    checks=CHECKS,
    stage=_stage,
    due=_due,
    over=_over,
    wind_up=(commands.SetGuestRetention(days=0),),  # its daily round would never end
    opt_out=_opt_out,
    commands=tuple(RULES),
    alarms=(
        commands.OfferFreeSeats,
        commands.LapseOffer,
        commands.EndSignUpRequest,
        commands.RecapOffers,
        commands.EndGrace,
        commands.MoveGraces,
        commands.Remind,
        commands.SendBulkMessage,
        commands.SendBroadcastPage,
        commands.SendHeadcount,
        commands.DraftThanks,
        commands.EraseOldEvents,
        commands.EraseEvent,
    ),
    loads_nothing=(commands.SetGuestRetention,),
    may_be_stale={GuestByEmail: Guest, PeopleAhead: Guest},
    looks_up=(
        commands.SignUp,
        commands.WalkIn,
        commands.ConfirmSignUp,
        commands.AnswerByMail,
        commands.ChangeContact,
        commands.ConfirmAddress,
        commands.TakeSeat,
        commands.ChangeParty,
        commands.ResendLink,
        commands.ClaimOffer,
        commands.DeclineOffer,
        commands.LapseOffer,
    ),
)

"""Puts the house together, once per process. What a function does not use is neither loaded nor asked."""

import os
from functools import cache
from typing import TYPE_CHECKING, cast

from fullhouse.engine.access import OWNER, AddMember, Member
from fullhouse.engine.carriers import BY_MAIL_TOO, ChannelRouter, StaffChatCarrier, StaffMailCarrier
from fullhouse.engine.clock import RandomIds, SystemClock
from fullhouse.engine.house import APPOINTMENTS, House
from fullhouse.engine.ports import Carrier, Files, StoreDown
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message, Outcome
from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.config import (
    AppointmentsConfig,
    Config,
    Place,
    WaitlistConfig,
    read_appointments,
    read_config,
    read_place,
    read_waitlist,
)
from fullhouse.platforms.aws.keys import SECRET, KeptKeys
from fullhouse.platforms.aws.staff import AwsStaff
from fullhouse.platforms.aws.store import DynamoStore
from fullhouse.products.rsvp.commands import KeepPeople, RetireEvents

if TYPE_CHECKING:
    from fullhouse.engine.narratives import Narrator
    from fullhouse.lanes.scribe.port import Scribe
    from fullhouse.platforms.aws.slack import SlackApp


@cache
def place() -> Place:
    """Say where this function runs."""
    return read_place(os.environ)


@cache
def config() -> Config:
    """Say how the house is set up."""
    return read_config(client("ssm"))


@cache
def waitlist_config() -> WaitlistConfig:
    """Say how the waitlist is set up."""
    return read_waitlist(client("ssm"))


@cache
def appointments_config() -> AppointmentsConfig:
    """Say how appointments are set up."""
    return read_appointments(client("ssm"))


@cache
def store() -> DynamoStore:
    """Return the store. A function that is not told where raw mail is leaves it to the keeper to forget people."""
    return DynamoStore(client("dynamodb"), let_go=_let_go, forgets_at_once=bool(place().raw_mime))


def _let_go(file: str) -> None:
    """Remove a raw mail, in every version, wherever it lies, and what of its files Textract was handed."""
    from fullhouse.lanes.mail.keeping import forget_mail
    from fullhouse.platforms.aws.files import S3Files

    forget_mail(files(), file)
    here = place()
    for desk, bucket in (("waitlist/", here.waitlist_mime), ("bookings/", here.appointments_mime)):
        if file.startswith(desk) and bucket:
            S3Files(client("s3"), bucket).forget_under(f"parts/{file}")


@cache
def files() -> Files:
    """Return where raw mail and the versions of the sheet are: each kind has a bucket of its own."""
    from fullhouse.platforms.aws.files import S3Files
    from fullhouse.platforms.aws.shelves import Shelves

    known, here = client("s3"), place()
    apart = {
        "waitlist/": here.waitlist_mime,
        "discarded/waitlist/": here.waitlist_mime,
        "bookings/": here.appointments_mime,
        "discarded/bookings/": here.appointments_mime,
        "sheets/": here.waitlist_source,
        "sheets/appointments/": here.appointments_source,
    }
    return Shelves(S3Files(known, here.raw_mime), {start: S3Files(known, name) for start, name in apart.items()})


@cache
def staff() -> AwsStaff:
    """Return the staff: enough to give orders, where nobody is written to and no link is read."""
    return AwsStaff(store(), SystemClock(), ChannelRouter(Mail(), Texts(), Notes()))


@cache
def open_house() -> House:
    """Return the house, with its addresses; its keys are read when the first link is signed or read."""
    settings = config()
    house = House(staff(), staff().clock, RandomIds(), KeptKeys(_secret), settings.register_url)
    house.links_url = settings.links_url.rstrip("/")
    house.desk_url = settings.desk_url.rstrip("/")
    house.mail_domain = settings.mail_domain
    return house


@cache
def open_business() -> House:
    """Return the house with the waitlist's addresses, too."""
    house, settings = open_house(), waitlist_config()
    house.waitlist_url = settings.page_url.rstrip("/")
    house.claims_url = settings.claims_url.rstrip("/")
    house.hooks_url = settings.hooks_url.rstrip("/")
    return house


@cache
def open_front_desk() -> House:
    """Return the house with the addresses of both lists: of the waitlist, and of answers to reminders."""
    house = open_business()
    house.replies_url = appointments_config().replies_url.rstrip("/")
    return house


async def prepare(house: House) -> None:
    """Set the desk up: the owner may come in, people are kept as long as is set, new events are as usual.

    It writes only what differs.
    """
    settings = config()
    house.usual_settings = settings.usual_settings
    owner = house.load(Get(Member, (OWNER,)))
    if owner is None or owner.email != settings.owner:
        await house.give(AddMember(member_id=OWNER, email=settings.owner, role="owner"), "setup")
    if _kept_days() != settings.keep_days:
        await house.give(KeepPeople(days=settings.keep_days), "setup")


def _kept_days() -> int:
    from fullhouse.products.rsvp.erasure import ROUND

    alarm = store().alarm(ROUND)
    return alarm.command.days if alarm is not None and isinstance(alarm.command, RetireEvents) else 0


@cache
def scribe() -> "Scribe | None":
    """Return the model, if one is wished for; the few functions that may ask it are granted to by name."""
    if not config().model:
        return None
    from fullhouse.platforms.aws.bedrock import Bedrock

    return Bedrock()


@cache
def narrator() -> "Narrator | None":
    """Return who words a summary before it is written down, if a model is wished for."""
    model = scribe()
    if model is None:
        return None
    from fullhouse.lanes.scribe.narrating import ScribeNarrator

    return ScribeNarrator(model)


def _secret() -> str:
    return secret(SECRET)


def secret(name: str) -> str:
    """Fetch a secret."""
    return cast("str", client("secretsmanager").get_secret_value(SecretId=name)["SecretString"])


def slack_app(settings: AppointmentsConfig) -> "SlackApp":
    """Return the app that writes into the channel of staff, if these settings name one."""
    from fullhouse.platforms.aws import slack

    return slack.SlackApp(settings.slack_channel, place().slack, lambda: secret(slack.SECRET), SystemClock().now)


class Mail:
    """SES, which is loaded when the first letter leaves: most functions only write down what is to be sent."""

    carries: frozenset[Channel] = frozenset({"mail"})

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what the carrier said."""
        return _ses().send(message, letter)


class Texts:
    """SNS, which is loaded when the first text leaves."""

    carries: frozenset[Channel] = frozenset({"text"})

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what the carrier said."""
        return _sns().send(message, letter)


class Notes:
    """What staff are told, as a mail to the address where they read it, or to the owner.

    What is about appointments goes to their channel in Slack, where that is set up.
    """

    carries: frozenset[Channel] = frozenset({"staff"})

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Hand it over, and say what the carrier said."""
        mailed = StaffMailCarrier(Mail(), waitlist_config().staff_mail or config().owner)
        noted = _slack() if message.product == APPOINTMENTS else None
        return (StaffChatCarrier(noted, mailed, BY_MAIL_TOO) if noted is not None else mailed).send(message, letter)


@cache
def _sns() -> Carrier:
    from fullhouse.platforms.aws.texting import SnsPost

    return SnsPost(client("sns", attempts=1, patience=8), waitlist_config().texts_from)


@cache
def _slack() -> Carrier | None:
    settings = appointments_config()
    if not settings.slack_channel:
        return None
    from fullhouse.platforms.aws.slack import SlackNotes

    return SlackNotes(slack_app(settings), _proposal)


def _proposal(proposal_id: str) -> Proposal | None:
    """Find a proposal. A note without its fields is better than none: where that fails there is none."""
    try:
        return store().load(Get(Proposal, (proposal_id,)))
    except StoreDown:
        return None


@cache
def _ses() -> Carrier:
    from fullhouse.platforms.aws.ses import SesPost

    return SesPost(client("ses", attempts=1, patience=8), config().sender, config().configuration_set)

"""The engine on AWS, built once per process; a function loads only the parts it uses."""

import os
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import msgspec

from fullhouse.engine.access import OWNER, AddMember, Member
from fullhouse.engine.carriers import ChannelRouter, StaffMailCarrier, staff_carriers
from fullhouse.engine.clock import RandomIds, SystemClock
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.message_budget import Budgeting
from fullhouse.engine.ports import Carrier, Files, StoreDown
from fullhouse.engine.urls import Urls
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message, Outcome
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.config import (
    AppointmentsConfig,
    Config,
    Deployment,
    WaitlistConfig,
    read_appointments,
    read_config,
    read_place,
    read_waitlist,
)
from fullhouse.platforms.aws.dynamodb.rate_limit import DynamoBuckets
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import CLIENTS
from fullhouse.platforms.aws.executor import DynamoExecutor
from fullhouse.platforms.aws.signing_keys import SECRET, KeptKeys
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.rsvp.commands import EraseOldEvents, SetGuestRetention

if TYPE_CHECKING:
    from fullhouse.engine.narratives import Narrator
    from fullhouse.inbound.llm.port import LanguageModel
    from fullhouse.inbound.mail.mail_shares import MailShares
    from fullhouse.platforms.aws.mail.feedback import TextUrls
    from fullhouse.platforms.aws.slack import SlackApp


@cache
def place() -> Deployment:
    """Return the environment of this function."""
    return read_place(os.environ)


@cache
def config() -> Config:
    """Return the general settings."""
    return read_config(client("ssm"))


@cache
def waitlist_config() -> WaitlistConfig:
    """Return the settings of the waitlist."""
    return read_waitlist(client("ssm"))


@cache
def appointments_config() -> AppointmentsConfig:
    """Return the settings of appointments."""
    return read_appointments(client("ssm"))


@cache
def store() -> DynamoStore:
    """Return the store. A function without access to raw mail leaves erasure to the keeper."""
    return DynamoStore(client("dynamodb"), let_go=_let_go, forgets_at_once=bool(place().raw_mime))


def _let_go(file: str) -> None:
    """Delete a raw mail in every version, and the copies of its files for Textract."""
    from fullhouse.inbound.mail.raw_mail import forget_mail
    from fullhouse.platforms.aws.files import S3Files

    forget_mail(files(), file)
    here = place()
    for desk, bucket in (("waitlist/", here.waitlist_mime), ("bookings/", here.appointments_mime)):
        if file.startswith(desk) and bucket:
            S3Files(client("s3"), bucket).forget_under(f"parts/{file}")


@cache
def files() -> Files:
    """Return the files, with one bucket for each kind of raw mail and sheet version."""
    from fullhouse.platforms.aws.files import S3Files, Shelves

    known, here = client("s3"), place()
    apart = {
        "waitlist/": here.waitlist_mime,
        "discarded/waitlist/": here.waitlist_mime,
        "bookings/": here.appointments_mime,
        "discarded/bookings/": here.appointments_mime,
        "sheets/": here.waitlist_source,
        "sheets/appointments/": here.appointments_source,
    }
    return Shelves(
        S3Files(known, here.raw_mime),
        {start: S3Files(known, name) for start, name in apart.items()},
    )


@cache
def executor() -> DynamoExecutor:
    """Return the executor: enough for functions without messages and links."""
    return DynamoExecutor(store(), SystemClock(), ChannelRouter(LazySesCarrier(), Texts(), Notes()))


def limiter() -> DynamoBuckets:
    """Return the rate limits of the guest list and the desk."""
    return DynamoBuckets(client("dynamodb"), CLIENTS)


def mail_shares(product: str) -> "MailShares":
    """Return the shares of mail in an hour, which all processes of a product count together."""
    from fullhouse.inbound.mail.mail_shares import MailShares
    from fullhouse.platforms.aws.dynamodb.hourly_counts import DynamoCounts

    return MailShares(DynamoCounts(client("dynamodb"), product))


@cache
def open_engine() -> Engine:
    """Return the engine with the addresses of the guest list and the desk."""
    return _engine(_guest_list_urls())


@cache
def open_waitlist_engine() -> Engine:
    """Return the engine with the addresses of the waitlist, too."""
    return _engine(_waitlist_urls(), takes_answers=_takes_answers())


@cache
def open_front_desk_engine() -> Engine:
    """Return the engine with all addresses: of the waitlist, and of answers to reminders."""
    replies = appointments_config().replies_url.rstrip("/")
    urls = msgspec.structs.replace(_waitlist_urls(), replies=replies)
    return _engine(urls, takes_answers=_takes_answers())


def _takes_answers() -> bool:
    return waitlist_config().texts_answers == "yes"


def _engine(urls: Urls, *, takes_answers: bool = False) -> Engine:
    # The keys are read when the first link is signed or read.
    settings = config()
    composer = Composer(
        urls,
        KeptKeys(_secret),
        settings.mail_domain,
        _ses_domain(),
        takes_answers=takes_answers,
    )
    # A function may use the records of one product only.
    executor().budgeting = Budgeting(settings.limits, by_product=True)
    return Engine(executor(), executor().clock, RandomIds(), composer)


def _ses_domain() -> str:
    """Return the domain of the ids that SES gives our mail."""
    region = place().region
    return "email.amazonses.com" if region == "us-east-1" else f"{region}.amazonses.com"


def _guest_list_urls() -> Urls:
    settings = config()
    return Urls(
        guests=settings.register_url.rstrip("/"),
        links=settings.links_url.rstrip("/"),
        desk=settings.desk_url.rstrip("/"),
    )


def _waitlist_urls() -> Urls:
    settings = waitlist_config()
    return msgspec.structs.replace(
        _guest_list_urls(),
        waitlist=settings.page_url.rstrip("/"),
        claims=settings.claims_url.rstrip("/"),
        hooks=settings.hooks_url.rstrip("/"),
    )


def text_urls() -> "TextUrls":
    """Return the addresses of our pages in replies to texts."""
    from fullhouse.platforms.aws.mail.feedback import TextUrls

    known = waitlist_config()
    return TextUrls(f"{known.page_url.rstrip('/')}/waitlist", known.claims_url.rstrip("/"))


def usual_settings() -> Mapping[str, Any]:
    """Return the settings of a new event, where its host chooses no others."""
    return config().usual_settings


async def prepare(engine: Engine) -> None:
    """Add the owner and set how long people are kept, if that differs from the settings."""
    settings = config()
    owner = engine.load(Get(Member, (OWNER,)))
    if owner is None or owner.email != settings.owner:
        await engine.execute(
            AddMember(member_id=OWNER, email=settings.owner, role="owner"), "setup"
        )
    if _kept_days() != settings.keep_days:
        await engine.execute(SetGuestRetention(days=settings.keep_days), "setup")


def _kept_days() -> int:
    from fullhouse.products.rsvp.erasure import ROUND

    alarm = store().alarm(ROUND)
    if alarm is None or not isinstance(alarm.command, EraseOldEvents):
        return 0
    return alarm.command.days


@cache
def scribe() -> "LanguageModel | None":
    """Return the model, if one is set; only a few functions are granted access to it."""
    if not config().model:
        return None
    from fullhouse.platforms.aws.bedrock import Bedrock

    return Bedrock()


@cache
def narrator() -> "Narrator | None":
    """Return the narrator of summaries, if a model is set."""
    model = scribe()
    if model is None:
        return None
    from fullhouse.inbound.llm.narration import ModelNarrator

    return ModelNarrator(model)


def _secret() -> str:
    return secret(SECRET)


def secret(name: str) -> str:
    """Fetch a secret."""
    return cast("str", client("secretsmanager").get_secret_value(SecretId=name)["SecretString"])


def slack_app(settings: AppointmentsConfig) -> "SlackApp":
    """Return the Slack app for the channel of these settings."""
    from fullhouse.platforms.aws import slack

    return slack.SlackApp(
        settings.slack_channel, place().slack, lambda: secret(slack.SECRET), SystemClock().now
    )


class LazySesCarrier:
    """SES, loaded with the first letter: most functions only queue messages."""

    carries: frozenset[Channel] = frozenset({"mail"})

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome."""
        return _ses().send(message, letter)


class Texts:
    """SNS, loaded with the first SMS."""

    carries: frozenset[Channel] = frozenset({"text"})

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome."""
        return _sns().send(message, letter)


class Notes:
    """Notes to staff: to Slack if a channel is set up, else as a mail to them or to the owner."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def send(self, message: Message, letter: Letter) -> Outcome:
        """Send a letter and return the outcome."""
        by_mail = StaffMailCarrier(LazySesCarrier(), waitlist_config().staff_mail or config().owner)
        return ChannelRouter(*staff_carriers(_slack(), by_mail)).send(message, letter)


@cache
def _sns() -> Carrier:
    from fullhouse.platforms.aws.sns import SnsPost

    return SnsPost(client("sns", attempts=1, patience=8), waitlist_config().texts_from)


@cache
def _slack() -> Carrier | None:
    settings = appointments_config()
    if not settings.slack_channel:
        return None
    from fullhouse.platforms.aws.slack import SlackNotes

    return SlackNotes(slack_app(settings), _proposal)


def _proposal(proposal_id: str) -> Proposal | None:
    """Return a proposal; None if the store is down, as a note without fields beats none."""
    try:
        return store().load(Get(Proposal, (proposal_id,)))
    except StoreDown:
        return None


@cache
def _ses() -> Carrier:
    from fullhouse.platforms.aws.mail.ses import SesPost

    return SesPost(
        client("ses", attempts=1, patience=8), config().sender, config().configuration_set
    )

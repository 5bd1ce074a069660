"""Settings: environment variables `FULLHOUSE_…` over one TOML file, all optional."""

import re
import tomllib
from collections.abc import Mapping
from email.utils import parseaddr
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from fullhouse.engine.carriers import ChannelRouter, StaffMailCarrier, staff_carriers
from fullhouse.engine.message_budget import BudgetLimits
from fullhouse.engine.ports import Carrier
from fullhouse.inbound.llm.settings import model_from_setting
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.stored_settings import read_stored

if TYPE_CHECKING:
    from fullhouse.inbound.slack.client import Slack as SlackClient
    from fullhouse.inbound.slack.notes import Look
    from fullhouse.platforms.local.twilio import TwilioSettings

PREFIX = "FULLHOUSE_"
FILE = "fullhouse.toml"
LONGEST_KEPT_DAYS = 36_500
LAST_PORT = 65535
MOST_MESSAGES = 1000
# Read where they are used, before the configuration is loaded.
ELSEWHERE = {"DATA", "CONFIG"}
SLACK_CHANNEL = re.compile(r"[CG][A-Z0-9]{6,20}", re.ASCII)
DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*", re.ASCII)


class Smtp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mail server. Without a host, mail is kept and can be read on the desk."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    tls: Literal["none", "starttls", "implicit"] = "starttls"
    timeout: float = 20.0


class MailConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Inbound mail; none is accepted without a domain.

    `authserv_id` names the mail server whose checks of senders are trusted. `relays` are your own
    mail servers: limits per client address don't apply to them. Raw mails may use `quota_mb` of
    the disk, and are deleted after `keep_days`; 0 keeps them.
    """

    domain: str = ""
    host: str = "127.0.0.1"
    port: int = 8025
    certificate: str = ""
    key: str = ""
    authserv_id: str = ""
    check: bool = True
    relays: str = "127.0.0.1,::1"
    quota_mb: int = 1024
    keep_days: int = 365


class Texts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The SMS provider. Without one, texts are kept and can be read on the desk.

    `answers` says that the provider brings us the answers to our texts.
    """

    provider: Literal["", "twilio"] = ""
    account: str = ""
    token: str = ""
    sender: str = ""
    api_url: str = "https://api.twilio.com"
    timeout: float = 10.0
    answers: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        given = {"account": self.account, "token": self.token, "sender": self.sender}
        missing = [name for name, value in given.items() if not value]
        if self.provider and missing:
            raise ValueError(f"texts.{missing[0]} is missing, which {self.provider} needs")
        if not self.provider and len(missing) < len(given):
            raise ValueError("texts.provider is missing: twilio is the one that is known")
        if self.provider:
            twilio_of(self)
        if self.answers and not can_receive(self.sender):
            raise ValueError("texts.answers: only a number can get answers, or a service (MG…)")


class Waitlist(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Outside sources of the waitlist: files, Google documents or a feed. All are optional."""

    sheet: str = ""
    tab: str = ""
    rules: str = ""
    voice: str = ""
    calendar: str = ""


class Appointments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Outside sources of appointments: a sheet that staff edit, a calendar with #appt entries.

    `push_url` is our /hooks/calendar as Google reaches it. Google reports changes there at once.
    """

    sheet: str = ""
    tab: str = ""
    calendar: str = ""
    push_url: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        if not self.push_url:
            return
        if not self.push_url.startswith("https://") or not self.push_url.endswith(
            "/hooks/calendar"
        ):
            raise ValueError(
                "appointments.push_url must begin with https:// and end in /hooks/calendar"
            )


class SlackConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Slack, where staff get notes and decide; without a token they use the desk and mail."""

    token: str = ""
    channel: str = ""
    signing_secret: str = ""
    api_url: str = "https://slack.com/api/"
    timeout: float = 10.0

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        given = {
            "token": self.token,
            "channel": self.channel,
            "signing_secret": self.signing_secret,
        }
        missing = [name for name, value in given.items() if not value]
        if 0 < len(missing) < len(given):
            raise ValueError(f"slack.{missing[0]} is missing, which Slack needs beside the others")
        if self.channel and not SLACK_CHANNEL.fullmatch(self.channel):
            raise ValueError(
                "slack.channel must be a channel's ID such as C0123456789, which its details show"
            )
        if self.token:
            slack_of(self)


class Google(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The key file of the service account for sheets, documents and calendars at Google."""

    account: str = ""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. `url` is the public address of this server, if it is behind a proxy.

    `proxies` are trusted to name the client of a request, and may open any number of connections;
    every other address may have `connections` open. Booking tools sign with `webhook_secret`.
    `model` names the optional language model, `model_key` is its API key.
    `messages_an_hour` and `messages_a_day` limit what others can trigger for one address.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    proxies: str = "127.0.0.1,::1"
    connections: int = 256
    token: str = ""
    webhook_secret: str = ""
    owner: str = ""
    access_log: bool = False
    log: Literal["plain", "json"] = "plain"
    keep_days: int = 0
    messages_an_hour: int = 5
    messages_a_day: int = 20
    staff_mail: str = ""
    model: str = ""
    model_key: str = ""
    smtp: Smtp = Smtp()
    mail: MailConfig = MailConfig()
    texts: Texts = Texts()
    waitlist: Waitlist = Waitlist()
    google: Google = Google()
    appointments: Appointments = Appointments()
    slack: SlackConfig = SlackConfig()

    @property
    def sender_domain(self) -> str:
        """The domain in the ids of our own mail; empty if no mail is sent."""
        return parseaddr(self.smtp.sender)[1].rpartition("@")[2].lower()

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        _check_server(self)
        _check_mail(self)
        _check_limits(self)
        model_from_setting(self.model, self.model_key)

    @property
    def limits(self) -> BudgetLimits:
        """The limits of messages that others trigger, per address."""
        return BudgetLimits(self.messages_an_hour, self.messages_a_day)


def _check_server(config: Config) -> None:
    if config.url and not config.url.startswith(("http://", "https://")):
        raise ValueError("url must begin with http:// or https://")
    if not 0 <= config.port <= LAST_PORT:
        raise ValueError("port must be from 0 to 65535")
    if config.connections < 1:
        raise ValueError("connections must be 1 or more")
    _check_networks("proxies", config.proxies)
    if not 0 <= config.keep_days <= LONGEST_KEPT_DAYS:
        raise ValueError(
            f"keep_days must be from 0 to {LONGEST_KEPT_DAYS}; 0 keeps people until they are erased"
        )


def _check_mail(config: Config) -> None:
    if config.smtp.host and not config.smtp.sender:
        raise ValueError("smtp.sender is missing, the address that mail comes from")
    if config.staff_mail and "@" not in config.staff_mail:
        raise ValueError("staff_mail must be a mail address")
    if not 0 <= config.mail.port <= LAST_PORT:
        raise ValueError("mail.port must be from 0 to 65535")
    _check_networks("mail.relays", config.mail.relays)
    _check_verdicts(config.mail)
    if config.mail.quota_mb < 1:
        raise ValueError("mail.quota_mb must be 1 or more")
    if not 0 <= config.mail.keep_days <= LONGEST_KEPT_DAYS:
        raise ValueError(f"mail.keep_days must be from 0 to {LONGEST_KEPT_DAYS}; 0 keeps them")
    if config.mail.domain and not DOMAIN.fullmatch(config.mail.domain):
        raise ValueError("mail.domain must be a domain such as rsvp.example.org")


def _check_verdicts(mail: MailConfig) -> None:
    """Refuse to take the word of a mail server that anyone could pretend to be."""
    relays = [ip_network(one.strip()) for one in mail.relays.split(",") if one.strip()]
    is_local = mail.host == "localhost" or (
        _is_network(mail.host) and ip_network(mail.host).is_loopback
    )
    if not mail.domain or not mail.authserv_id or is_local:
        return
    if all(relay.is_loopback for relay in relays):
        raise ValueError(
            f"mail.authserv_id names your mail server, but any machine can reach {mail.host}"
            " and mail.relays names only this one. Set mail.relays to the addresses of your mail"
            " server, or mail.host to 127.0.0.1 if it runs here"
        )


def _check_networks(name: str, networks: str) -> None:
    for network in networks.split(","):
        if network.strip() and not _is_network(network):
            raise ValueError(
                f"{name} must be addresses or networks such as 10.0.0.0/8, with commas between them"
            )


def _check_limits(config: Config) -> None:
    for name in ("messages_an_hour", "messages_a_day"):
        if not 1 <= getattr(config, name) <= MOST_MESSAGES:
            raise ValueError(f"{name} must be from 1 to {MOST_MESSAGES}")


def _is_network(text: str) -> bool:
    try:
        ip_network(text.strip())
    except ValueError:
        return False
    return True


TABLES: dict[str, type[msgspec.Struct]] = {
    "smtp": Smtp,
    "mail": MailConfig,
    "texts": Texts,
    "waitlist": Waitlist,
    "google": Google,
    "appointments": Appointments,
    "slack": SlackConfig,
}


class BadConfig(Exception):
    """A setting cannot be used; the message says which and why."""


def read_config(
    folder: Path,
    environment: Mapping[str, str],
    stored: Mapping[str, Mapping[str, Any]] | None = None,
) -> Config:
    """Read the settings: those saved at the desk, the file over them, variables over both.

    `stored` stands for what is saved at the desk, to check it before it is saved.
    """
    file = _file_of(folder, environment)
    settings = _over(
        read_stored(folder) if stored is None else stored,
        _from_file(file, must_exist=_is_chosen(environment)),
    )
    _override(settings, environment)
    try:
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        message = (
            f"A setting cannot be used: {_reason(error)}. "
            f"Look at {file} and the {PREFIX}… variables."
        )
        raise BadConfig(message) from error


def fixed_settings(folder: Path, environment: Mapping[str, str], table: str) -> dict[str, str]:
    """Return where settings of a table are set outside the desk: by a variable, or in the file."""
    file = _file_of(folder, environment)
    in_file = _from_file(file, must_exist=_is_chosen(environment)).get(table, {})
    fixed = dict.fromkeys(in_file, file.name)
    for name in environment:
        path = _setting_path(name)
        if path is not None and path[:-1] == (table,):
            fixed[path[-1]] = name
    return fixed


def strange_names(environment: Mapping[str, str]) -> list[str]:
    """Return the names of variables that look like settings but are not."""
    return sorted(
        name for name in environment if name.startswith(PREFIX) and _setting_path(name) is None
    )


def post_of(config: Config, look: "Look | None" = None) -> Carrier:
    """Return the carrier for mail server, SMS provider and Slack, else the mailbox.

    `look` finds the proposal that a note in Slack is about.
    """
    mail = _mail_carriers(config)
    carriers = [*mail, *_staff_carriers(config, mail, look), *_sms_carriers(config)]
    if not carriers:
        return MailboxCarrier()
    return ChannelRouter(*carriers)


def _mail_carriers(config: Config) -> list[Carrier]:
    if not config.smtp.host:
        return []
    from fullhouse.platforms.local.smtp_client import SmtpPost, SmtpSettings

    settings = msgspec.structs.asdict(config.smtp)
    return [SmtpPost(SmtpSettings(**settings, bounce_domain=config.mail.domain.lower()))]


def _staff_carriers(config: Config, mail: list[Carrier], look: "Look | None") -> list[Carrier]:
    """Return the carrier of notes to staff by Slack or mail, as far as they are set up."""
    by_mail = None
    if config.staff_mail and mail:
        by_mail = StaffMailCarrier(mail[0], config.staff_mail)
    if not config.slack.token:
        return staff_carriers(None, by_mail)
    from fullhouse.inbound.slack.notes import SlackPost

    in_slack = SlackPost(slack_of(config.slack), look or (lambda _name: None))
    return staff_carriers(in_slack, by_mail)


def slack_of(slack: SlackConfig) -> "SlackClient":
    """Return a Slack client, or raise `ValueError`."""
    if find_spec("slack_sdk") is None:
        raise ValueError("slack needs one more package: pip install 'fullhouse[slack]'")
    from fullhouse.inbound.slack.client import Slack as Client
    from fullhouse.inbound.slack.client import SlackSettings

    fields = msgspec.structs.asdict(slack)
    del fields["signing_secret"]
    return Client(SlackSettings(**fields))


def _sms_carriers(config: Config) -> list[Carrier]:
    if not config.texts.provider:
        return []
    from fullhouse.platforms.local.twilio import TwilioPost

    return [TwilioPost(twilio_of(config.texts))]


def twilio_of(texts: Texts) -> "TwilioSettings":
    """Return the settings for Twilio, or raise `ValueError`."""
    from fullhouse.platforms.local.twilio import TwilioSettings

    fields = msgspec.structs.asdict(texts)
    del fields["provider"], fields["answers"]
    return TwilioSettings(**fields)


def can_receive(sender: str) -> bool:
    """Return True if answers to a sender can arrive: a number or a service, but not a name."""
    from fullhouse.platforms.local.twilio import SERVICE

    digits = sender.removeprefix("+")
    return digits.isdecimal() or SERVICE.fullmatch(sender) is not None


def _is_chosen(environment: Mapping[str, str]) -> bool:
    return bool(environment.get(f"{PREFIX}CONFIG"))


def _file_of(folder: Path, environment: Mapping[str, str]) -> Path:
    """Return the file that a variable names, else the one in the data folder."""
    return Path(environment.get(f"{PREFIX}CONFIG") or folder / FILE)


def _over(stored: Mapping[str, Mapping[str, Any]], from_file: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the file over the stored ones, table by table."""
    settings = dict(from_file)
    for table, values in stored.items():
        given = from_file.get(table, {})
        settings[table] = {**values, **given} if isinstance(given, dict) else given
    return settings


def _from_file(file: Path, *, must_exist: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text())
    except FileNotFoundError as error:
        if must_exist:
            raise BadConfig(f"There is no file {file}, which {PREFIX}CONFIG names.") from error
        return {}
    except OSError as error:
        raise BadConfig(f"{file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file} is not TOML: {error}.") from error


def _override(settings: dict[str, Any], environment: Mapping[str, str]) -> None:
    for name, value in environment.items():
        match _setting_path(name):
            case (field,):
                settings[field] = value
            case (table, field):
                inner = settings.get(table)
                if not isinstance(inner, dict):
                    inner = {}
                settings[table] = {**inner, field: value}


def _setting_path(name: str) -> tuple[str, ...] | None:
    """Return the path of the setting that a variable holds, or None if it is no setting.

    The path is empty for variables that are read elsewhere.
    """
    known = name.removeprefix(PREFIX)
    if known == name:
        return None
    if known in ELSEWHERE:
        return ()
    first, _, rest = known.lower().partition("_")
    place: tuple[str, ...] = (known.lower(),)
    if first in TABLES:
        place = (first, rest)
    fields = TABLES.get(first, Config).__struct_fields__
    if place[-1] not in fields:
        return None
    return place


def _reason(error: msgspec.ValidationError) -> str:
    return str(error).replace("`", "").replace("$.", "").replace(" - at $", "")

"""What can be set from outside: environment variables `FULLHOUSE_…` over one TOML file, everything optional."""

import re
import tomllib
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from fullhouse.engine.carriers import BY_MAIL_TOO, ChannelRouter, StaffChatCarrier, StaffMailCarrier
from fullhouse.engine.ports import Carrier
from fullhouse.inbound.llm.settings import model_from_setting
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier

if TYPE_CHECKING:
    from fullhouse.inbound.slack.client import Slack as SlackClient
    from fullhouse.inbound.slack.notes import Look
    from fullhouse.platforms.local.twilio import TwilioSettings

PREFIX = "FULLHOUSE_"
FILE = "fullhouse.toml"
LONGEST_KEPT_DAYS = 36_500
# Read where they are used, before there is a configuration.
ELSEWHERE = {"DATA", "CONFIG"}
SLACK_CHANNEL = re.compile(r"[CG][A-Z0-9]{6,20}", re.ASCII)
DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*", re.ASCII)


class Smtp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mail server; without a host, mail is kept and can be read on the desk."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    tls: Literal["none", "starttls", "implicit"] = "starttls"
    timeout: float = 20.0


class Mail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mail that comes in; without a domain, none is taken. `authserv_id` names the mail server whose word we take."""

    domain: str = ""
    host: str = "127.0.0.1"
    port: int = 8025
    certificate: str = ""
    key: str = ""
    authserv_id: str = ""
    check: bool = True


class Texts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text provider; without one, texts are kept and can be read on the desk."""

    provider: Literal["", "twilio"] = ""
    account: str = ""
    token: str = ""
    sender: str = ""
    api_url: str = "https://api.twilio.com"
    timeout: float = 10.0

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


class Waitlist(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of the waitlist is kept elsewhere: files, Google's, or a feed. Without these it is all kept here."""

    sheet: str = ""
    tab: str = ""
    rules: str = ""
    voice: str = ""
    calendar: str = ""


class Appointments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of appointments is kept elsewhere: a sheet that staff edit, a calendar with entries that say #appt.

    At `push_url`, our /hooks/calendar as Google reaches it, Google tells us of changes in the calendar at once.
    """

    sheet: str = ""
    tab: str = ""
    calendar: str = ""
    push_url: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        if self.push_url and not (
            self.push_url.startswith("https://") and self.push_url.endswith("/hooks/calendar")
        ):
            raise ValueError(
                "appointments.push_url must begin with https:// and end in /hooks/calendar"
            )


class Slack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where staff are told things and decide on them; without a token, at the desk and by mail."""

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
    """The service account with which sheets, documents and calendars at Google are reached: its key file."""

    account: str = ""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set; `url` is where people find this server, if a proxy stands in front of it.

    `proxies` are believed about whom a request comes from; `webhook_secret` is what a booking tool signs with.
    `model` names the language model that proposes and summarises, if one is wanted; `model_key` is its maker's.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    proxies: str = "127.0.0.1,::1"
    token: str = ""
    webhook_secret: str = ""
    owner: str = ""
    access_log: bool = False
    log: Literal["plain", "json"] = "plain"
    keep_days: int = 0
    staff_mail: str = ""
    model: str = ""
    model_key: str = ""
    smtp: Smtp = Smtp()
    mail: Mail = Mail()
    texts: Texts = Texts()
    waitlist: Waitlist = Waitlist()
    google: Google = Google()
    appointments: Appointments = Appointments()
    slack: Slack = Slack()

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        if self.url and not self.url.startswith(("http://", "https://")):
            raise ValueError("url must begin with http:// or https://")
        if not 0 <= self.port <= 65535:  # noqa: PLR2004 - the ports there are
            raise ValueError("port must be from 0 to 65535")
        if not all(_is_network(one) for one in self.proxies.split(",") if one.strip()):
            raise ValueError(
                "proxies must be addresses or networks such as 10.0.0.0/8, with commas between them"
            )
        if not 0 <= self.keep_days <= LONGEST_KEPT_DAYS:
            raise ValueError(
                f"keep_days must be from 0 to {LONGEST_KEPT_DAYS}; 0 keeps people until they are erased"
            )
        if self.smtp.host and not self.smtp.sender:
            raise ValueError("smtp.sender is missing, the address that mail comes from")
        if self.staff_mail and "@" not in self.staff_mail:
            raise ValueError("staff_mail must be a mail address")
        if not 0 <= self.mail.port <= 65535:  # noqa: PLR2004 - the ports there are
            raise ValueError("mail.port must be from 0 to 65535")
        if self.mail.domain and not DOMAIN.fullmatch(self.mail.domain):
            raise ValueError("mail.domain must be a domain such as rsvp.example.org")
        model_from_setting(self.model, self.model_key)


def _is_network(text: str) -> bool:
    try:
        ip_network(text.strip())
    except ValueError:
        return False
    return True


TABLES: dict[str, type[msgspec.Struct]] = {
    "smtp": Smtp,
    "mail": Mail,
    "texts": Texts,
    "waitlist": Waitlist,
    "google": Google,
    "appointments": Appointments,
    "slack": Slack,
}


class BadConfig(Exception):
    """A setting cannot be used; the words say which and why."""


def read_config(folder: Path, environment: Mapping[str, str]) -> Config:
    """Read the file, if there is one, and lay the environment over it."""
    chosen = environment.get(f"{PREFIX}CONFIG")
    file = Path(chosen) if chosen else folder / FILE
    settings = _from_file(file, must_exist=bool(chosen))
    _lay_over(settings, environment)
    try:
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        message = f"A setting cannot be used: {_words(error)}. Look at {file} and the {PREFIX}… variables."
        raise BadConfig(message) from error


def strange_names(environment: Mapping[str, str]) -> list[str]:
    """Name the variables that look like settings and are none."""
    return sorted(name for name in environment if name.startswith(PREFIX) and _place(name) is None)


def post_of(config: Config, look: "Look | None" = None) -> Carrier:
    """Choose the carriers: the mail server, the text provider and Slack where they are set, else the mailbox.

    `look` finds the proposal that a note in Slack is about.
    """
    mail = _mail_of(config)
    carriers = [*mail, *_staff_of(config, mail, look), *_texts_of(config)]
    return ChannelRouter(*carriers) if carriers else MailboxCarrier()


def _mail_of(config: Config) -> list[Carrier]:
    if not config.smtp.host:
        return []
    from fullhouse.platforms.local.smtp_client import SmtpPost, SmtpSettings

    return [SmtpPost(SmtpSettings(**msgspec.structs.asdict(config.smtp)))]


def _staff_of(config: Config, mail: list[Carrier], look: "Look | None") -> list[Carrier]:
    """Return who tells staff things: Slack, and mail if they want it mailed."""
    mailed = [StaffMailCarrier(one, config.staff_mail) for one in mail if config.staff_mail]
    if not config.slack.token:
        return [*mailed]
    from fullhouse.inbound.slack.notes import SlackPost

    noted = SlackPost(slack_of(config.slack), look or (lambda _name: None))
    return [StaffChatCarrier(noted, mailed[0], BY_MAIL_TOO)] if mailed else [noted]


def slack_of(slack: Slack) -> "SlackClient":
    """Make the way to Slack, or raise `ValueError`."""
    if find_spec("slack_sdk") is None:
        raise ValueError("slack needs one more package: pip install 'fullhouse[slack]'")
    from fullhouse.inbound.slack.client import Slack as Client
    from fullhouse.inbound.slack.client import SlackSettings

    fields = msgspec.structs.asdict(slack)
    return Client(
        SlackSettings(**{name: value for name, value in fields.items() if name != "signing_secret"})
    )


def _texts_of(config: Config) -> list[Carrier]:
    if not config.texts.provider:
        return []
    from fullhouse.platforms.local.twilio import TwilioPost

    return [TwilioPost(twilio_of(config.texts))]


def twilio_of(texts: Texts) -> "TwilioSettings":
    """Make the provider's settings of ours, or raise `ValueError`."""
    from fullhouse.platforms.local.twilio import TwilioSettings

    fields = msgspec.structs.asdict(texts)
    return TwilioSettings(**{name: value for name, value in fields.items() if name != "provider"})


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


def _lay_over(settings: dict[str, Any], environment: Mapping[str, str]) -> None:
    for name, value in environment.items():
        match _place(name):
            case (field,):
                settings[field] = value
            case (table, field):
                inner = settings.get(table)
                settings[table] = {**(inner if isinstance(inner, dict) else {}), field: value}


def _place(name: str) -> tuple[str, ...] | None:
    """Say where a variable's value belongs: nowhere for one that is read elsewhere, None for one that is no setting."""
    known = name.removeprefix(PREFIX)
    if known == name:
        return None
    if known in ELSEWHERE:
        return ()
    first, _, rest = known.lower().partition("_")
    place = (first, rest) if first in TABLES else (known.lower(),)
    fields = TABLES.get(first, Config).__struct_fields__
    return place if place[-1] in fields else None


def _words(error: msgspec.ValidationError) -> str:
    return str(error).replace("`", "").replace("$.", "").replace(" - at $", "")

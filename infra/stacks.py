"""The stacks, each a template: what belongs together, and apart what changes for other reasons."""

from pathlib import Path

from infra import (
    buckets,
    documents,
    functions,
    mail,
    permissions,
    schedules,
    settings,
    tables,
    watch,
)
from infra.exceptions import with_reasons
from infra.function import Product
from infra.functions import CODE_KEYS
from infra.names import HAS_MODEL
from infra.registry import of
from infra.shapes import (
    Json,
    att,
    equals,
    has,
    parameter,
    pascal,
    ref,
    resource,
    written,
    yes_or_no,
)

OWNER = parameter(
    "The mail address of whoever runs this: alarms go there, and the first sign-in to the desk"
)
MAIL_DOMAIN = parameter(
    "The domain that answers to invitations come in at, such as rsvp.example.org"
)
TLS = yes_or_no("Refuse whoever reaches a bucket without TLS", "yes")


def assets() -> Json:
    """Make the stack that holds what the others are made from."""
    found = _template(
        "The packages of Fullhouse, and lists on their way in", buckets.assets(), {"Tls": TLS}
    )
    return {**found, "Conditions": {buckets.TLS_ONLY: equals("Tls", "yes")}}


def guest_list() -> Json:
    """Build the stack of engine and guest list: tables, functions, schedules, settings, alarms."""
    parameters = {
        "Owner": OWNER,
        "Sender": parameter("The address that mails come from; such as events@example.org"),
        "MailDomain": {**MAIL_DOMAIN, "Default": ""},
        "Defaults": parameter(
            "Settings of a new event where its host says nothing else, as JSON", Default="{}"
        ),
        "KeepDays": parameter("For how many days people are kept after their event", Default="365"),
        **_shared("ev"),
    }
    conditions = {settings.HAS_MAIL: has("MailDomain")}
    streams = {
        tables.stream_name(waking.table): {"Value": att(tables.table_id(waking.table), "StreamArn")}
        for one in of("wl")
        for waking in one.streams
        if tables.is_of(waking.table, "ev")
    }
    found = _template(
        "Fullhouse: guest lists with a cap that cannot oversell",
        _running("ev") | buckets.raw_mime("ev"),
        parameters,
    )
    return {**found, "Conditions": CONDITIONS | conditions, "Outputs": _urls("ev") | streams}


TIME_ZONE = parameter("The zone on the business's wall, such as Europe/Berlin", Default="UTC")


def waitlist() -> Json:
    """Make the stack of the waitlist, which stands beside the guest list's in the same house."""
    parameters = {
        "TimeZone": TIME_ZONE,
        "TextsFrom": parameter("The number or the name that texts come from", Default=""),
        settings.TEXTS_ANSWERS: yes_or_no(
            "Whether the number publishes the answers to its texts to wl-texts-in", "no"
        ),
        "StaffMail": parameter(
            "Where staff read what they are told, if not at the owner's address", Default=""
        ),
        **{name: parameter(words, Default="") for name, words in settings.OUTSIDE.items()},
        "AlarmsStream": parameter("The stream of the house's alarms"),
        "MessagesStream": parameter("The stream of the house's messages"),
        **_shared("wl"),
    }
    conditions = {
        settings.has_name(name): has(name) for name in ("TextsFrom", "StaffMail", *settings.OUTSIDE)
    }
    conditions[settings.TEXTS_ANSWERED] = equals(settings.TEXTS_ANSWERS, "yes")
    conditions[schedules.SYNCS] = {
        "Fn::Or": [has(name) for name in settings.OUTSIDE if name != "Tab"]
    }
    resources = _running("wl") | buckets.raw_mime("wl") | buckets.sources()
    found = _template("Fullhouse: freed slots find their next person", resources, parameters)
    return {**found, "Conditions": CONDITIONS | conditions, "Outputs": _urls("wl")}


def appointments() -> Json:
    """Build the stack of appointments, beside that of the waitlist, which refills their times."""
    parameters = {
        "TimeZone": TIME_ZONE,
        **{name: parameter(words, Default="") for name, words in settings.BOOKED_OUTSIDE.items()},
        settings.PUSH: yes_or_no(
            "Let Google say at once that the calendar of appointments has changed", "no"
        ),
        settings.SLACK_CHANNEL: parameter(
            (
                "The ID of the channel in Slack where staff read what is told about appointments, "
                "such as C0123456789"
            ),
            Default="",
            AllowedPattern="^([CG][A-Z0-9]{6,20})?$",
        ),
        **_shared("ar"),
    }
    conditions = {
        settings.has_name(name): has(name)
        for name in (*settings.BOOKED_OUTSIDE, settings.SLACK_CHANNEL)
    }
    conditions[settings.PUSHES] = equals(settings.PUSH, "yes")
    conditions[schedules.SYNCS_BOOK] = has("BookSheet")
    resources = _running("ar") | buckets.raw_mime("ar") | buckets.appointments_source()
    found = _template(
        "Fullhouse: everyone is reminded, and gaps are known early", resources, parameters
    )
    return {**found, "Conditions": CONDITIONS | conditions, "Outputs": _urls("ar")}


def _running(product: Product) -> Json:
    parts = (tables, permissions, functions, schedules, settings, mail, documents, watch)
    return {name: one for part in parts for name, one in part.resources(product).items()}


def _shared(product: Product) -> Json:
    """List the parameters that both products' stacks have, each with the packages that it needs."""
    packages = dict.fromkeys(one.package for one in of(product))
    return {
        "SenderIdentity": parameter(
            "What is verified in SES for it: its domain, or the address itself"
        ),
        **{
            CODE_KEYS[name]: parameter(f"Where the package {name} lies in the bucket")
            for name in packages
        },
        settings.MODEL: parameter(
            "Which model reads and words what it may: none, or Claude on Bedrock",
            AllowedValues=["none", "bedrock"],
            Default="none",
        ),
        "Protect": yes_or_no("Guard the tables against deletion", "yes"),
        "Sandbox": yes_or_no(
            "SES is still in its sandbox, where receivers are identities, too", "no"
        ),
        "Tls": TLS,
    }


CONDITIONS: Json = {
    tables.PROTECTED: equals("Protect", "yes"),
    permissions.SANDBOX: equals("Sandbox", "yes"),
    buckets.TLS_ONLY: equals("Tls", "yes"),
    HAS_MODEL: equals(settings.MODEL, "bedrock"),
}


def _urls(product: Product) -> Json:
    return {
        pascal(one.url) + "Url": {"Value": att(one.id + "Url", "FunctionUrl")}
        for one in of(product)
        if one.url
    }


def mail_rules() -> Json:
    """Make the stack that lets mail in, apart from the rest because it changes where mail goes."""
    both = {
        "MailDomain": MAIL_DOMAIN,
        "Waitlist": yes_or_no("Let requests to the waitlist's address in", "yes"),
    }
    found = _template("Where mail to Fullhouse goes", mail.rules(), both)
    return {**found, "Conditions": {mail.HAS_WAITLIST: equals("Waitlist", "yes")}}


def rotation() -> Json:
    """Make the stack that changes the links' key every few months."""
    return _template("When Fullhouse changes the key of its links", settings.rotation(), {})


def budget() -> Json:
    """Make the stack that watches what the account costs."""
    return _template("What Fullhouse may cost", watch.budget("ev"), {"Owner": OWNER})


def waitlist_budget() -> Json:
    """Make the stack that tells the waitlist's own topic what the account costs."""
    return _template(
        "What Fullhouse may cost with a waitlist", watch.budget("wl"), {"Owner": OWNER}
    )


def appointments_budget() -> Json:
    """Build the stack that reports the account's costs to the topic of appointments, and Slack."""
    slack = {"TopicArn": ref("ArCostTopic"), "Protocol": "email", "Endpoint": ref("SlackMail")}
    told = {"ArCostSlack": {**resource("AWS::SNS::Subscription", slack), "Condition": HAS_SLACK}}
    words = parameter("The mail address of a channel in Slack that hears of it, too", Default="")
    found = _template(
        "What Fullhouse may cost with appointments",
        watch.budget("ar") | told,
        {"Owner": OWNER, "SlackMail": words},
    )
    return {**found, "Conditions": {HAS_SLACK: has("SlackMail")}}


HAS_SLACK = "HasSlackMail"


def _template(words: str, resources: Json, parameters: Json) -> Json:
    said = {"Parameters": parameters} if parameters else {}
    told = {"AWSTemplateFormatVersion": "2010-09-09", "Description": words}
    return {**told, **said, "Resources": with_reasons(resources)}


# In the order in which they are put in place.
STACKS = {
    "ev-assets": assets,
    "ev-guest-list": guest_list,
    "ar-appointments": appointments,
    "wl-waitlist": waitlist,
    "ev-rotation": rotation,
    "ev-mail-rules": mail_rules,
    "ev-budget": budget,
    "wl-budget": waitlist_budget,
    "ar-budget": appointments_budget,
}


def write(folder: Path) -> list[Path]:
    """Write all templates into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name, make in STACKS.items():
        path = folder / f"{name}.json"
        path.write_text(written(make()), encoding="utf-8")
        found.append(path)
    return found

"""The stacks, each a template: what belongs together, and apart what changes for other reasons."""

from pathlib import Path

from infra import buckets, functions, mail, permissions, schedules, settings, tables, watch
from infra.exceptions import with_reasons
from infra.functions import CODE_KEYS
from infra.registry import FUNCTIONS
from infra.shapes import Json, att, equals, parameter, pascal, written, yes_or_no

OWNER = parameter("The mail address of whoever runs this: alarms go there, and the first sign-in to the desk")
MAIL_DOMAIN = parameter("The domain that answers to invitations come in at, such as rsvp.example.org")
TLS = yes_or_no("Refuse whoever reaches a bucket without TLS", "yes")


def assets() -> Json:
    """Make the stack that holds what the others are made from."""
    found = _template("The packages of Fullhouse, and lists on their way in", buckets.assets(), {"Tls": TLS})
    return {**found, "Conditions": {buckets.TLS_ONLY: equals("Tls", "yes")}}


def guest_list() -> Json:
    """Make the stack that runs: tables, functions, schedules, settings, alarms."""
    parameters = {
        "Owner": OWNER,
        "Sender": parameter("The address that mails come from; such as events@example.org"),
        "SenderIdentity": parameter("What is verified in SES for it: its domain, or the address itself"),
        "MailDomain": {**MAIL_DOMAIN, "Default": ""},
        "Defaults": parameter("Settings of a new event where its host says nothing else, as JSON", Default="{}"),
        "KeepDays": parameter("For how many days people are kept after their event", Default="365"),
        **{key: parameter(f"Where the package {name} lies in the bucket") for name, key in CODE_KEYS.items()},
        "Protect": yes_or_no("Guard the tables against deletion", "yes"),
        "Sandbox": yes_or_no("SES is still in its sandbox, where receivers are identities, too", "no"),
        "Tls": TLS,
    }
    conditions = {
        tables.PROTECTED: equals("Protect", "yes"),
        permissions.SANDBOX: equals("Sandbox", "yes"),
        buckets.TLS_ONLY: equals("Tls", "yes"),
        settings.HAS_MAIL: {"Fn::Not": [equals("MailDomain", "")]},
    }
    parts = (tables, permissions, functions, schedules, settings, mail, watch)
    resources = {name: one for part in parts for name, one in part.resources().items()} | buckets.raw_mime()
    urls = {
        pascal(one.url) + "Url": {"Value": att(pascal(one.name) + "Url", "FunctionUrl")} for one in FUNCTIONS if one.url
    }
    found = _template("Fullhouse: guest lists with a cap that cannot oversell", resources, parameters)
    return {**found, "Conditions": conditions, "Outputs": urls}


def mail_rules() -> Json:
    """Make the stack that lets mail in, apart from the rest because it changes where mail goes."""
    return _template("Where mail to Fullhouse goes", mail.rules(), {"MailDomain": MAIL_DOMAIN})


def rotation() -> Json:
    """Make the stack that changes the links' key every few months."""
    return _template("When Fullhouse changes the key of its links", settings.rotation(), {})


def budget() -> Json:
    """Make the stack that watches what the account costs."""
    return _template("What Fullhouse may cost", watch.budget(), {"Owner": OWNER})


def _template(words: str, resources: Json, parameters: Json) -> Json:
    said = {"Parameters": parameters} if parameters else {}
    told = {"AWSTemplateFormatVersion": "2010-09-09", "Description": words}
    return {**told, **said, "Resources": with_reasons(resources)}


# In the order in which they are put in place.
STACKS = {
    "ev-assets": assets,
    "ev-guest-list": guest_list,
    "ev-rotation": rotation,
    "ev-mail-rules": mail_rules,
    "ev-budget": budget,
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

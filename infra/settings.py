"""The secrets, and the settings that functions read when they start."""

from infra.function import Product
from infra.functions import function_id
from infra.names import (
    APPOINTMENTS_GOOGLE_ACCOUNT,
    CONFIG,
    GOOGLE_ACCOUNT,
    HAS_MODEL,
    LINK_KEY,
    LINK_KEY_DAYS,
    MAIL_SET,
    SLACK_APP,
    WEBHOOK_SECRET,
)
from infra.registry import function, of
from infra.shapes import Json, arn, att, pascal, ref, resource, sub

HAS_MAIL = "HasMail"
# What staff may keep elsewhere, each a parameter under /wl/config/ if it is said.
OUTSIDE = {
    "Sheet": "The address of the Google Sheet that holds the list",
    "Tab": "Which tab of it, if not the first",
    "Rules": "The address of the Google Doc that holds the rules",
    "Voice": "The address of the Google Doc that holds the voice",
    "Calendar": (
        "The address of a calendar's .ics feed, "
        "or a calendar at Google such as name@group.calendar.google.com"
    ),
}


# And of appointments, each a parameter under /ar/config/ if it is said.
BOOKED_OUTSIDE = {
    "BookSheet": "The address of the Google Sheet that holds the appointments",
    "BookTab": "Which tab of it, if not the first",
    "BookCalendar": (
        "The address of a calendar's .ics feed, or a calendar at Google, "
        "in which staff write appointments"
    ),
}

MODEL = "Model"
TEXTS_ANSWERS, TEXTS_ANSWERED = "TextsAnswers", "TextsAreAnswered"
SLACK_CHANNEL, PUSH, PUSHES = "SlackChannel", "BookPush", "GooglePushes"


def resources(product: Product) -> Json:
    """Describe a product's secrets, and its parameters."""
    if product == "ar":
        return _of_appointments()
    return _of_waitlist() if product == "wl" else _of_house()


def _of_house() -> Json:
    return {
        "LinkKey": _link_key(),
        "RotationPermission": _rotation_permission(),
        **_urls("ev"),
        "SenderSetting": _setting("sender", ref("Sender")),
        "OwnerSetting": _setting("owner", ref("Owner")),
        "MailDomainSetting": {**_setting("mail-domain", ref("MailDomain")), "Condition": HAS_MAIL},
        "ConfigurationSetSetting": _setting("configuration-set", MAIL_SET),
        "KeepDaysSetting": _setting("keep-days", ref("KeepDays")),
        "DefaultsSetting": _setting("defaults", ref("Defaults")),
        "ModelSetting": {**_setting("model", ref(MODEL)), "Condition": HAS_MODEL},
    }


def _of_waitlist() -> Json:
    """Describe the settings of the waitlist. Its links use the same signing key as all others."""
    said = {
        "TextsFrom": "texts-from",
        "StaffMail": "staff-mail",
        **{name: name.lower() for name in OUTSIDE},
    }
    return {
        "WebhookSecret": _webhook_secret(),
        "GoogleAccount": _google_account(GOOGLE_ACCOUNT, "the sheet and the documents"),
        **_urls("wl"),
        **{
            f"{name}Setting": {**_setting(path, ref(name), "wl"), "Condition": has_name(name)}
            for name, path in said.items()
        },
        "TextsAnswersSetting": {
            **_setting("texts-answers", ref(TEXTS_ANSWERS), "wl"),
            "Condition": TEXTS_ANSWERED,
        },
    }


def _of_appointments() -> Json:
    """Describe the settings of appointments. Their links use the same signing key as all others."""
    return {
        "BookGoogleAccount": _google_account(
            APPOINTMENTS_GOOGLE_ACCOUNT, "the sheet and the calendar of appointments"
        ),
        **_urls("ar"),
        **{
            f"{name}Setting": {
                **_setting(name.removeprefix("Book").lower(), ref(name), "ar"),
                "Condition": has_name(name),
            }
            for name in BOOKED_OUTSIDE
        },
        "BookPushSetting": {**_setting("push", ref(PUSH), "ar"), "Condition": PUSHES},
        "SlackApp": {**_slack_app(), "Condition": has_name(SLACK_CHANNEL)},
        "SlackChannelSetting": {
            **_setting("slack-channel", ref(SLACK_CHANNEL), "ar"),
            "Condition": has_name(SLACK_CHANNEL),
        },
    }


def has_name(name: str) -> str:
    """Name the condition that a parameter is said."""
    return f"Has{name}"


def _urls(product: Product) -> Json:
    return {
        pascal(one.url) + "UrlSetting": _setting(
            f"urls/{one.url}", att(one.id + "Url", "FunctionUrl"), product
        )
        for one in of(product)
        if one.url
    }


def _setting(name: str, value: object, product: Product = "ev") -> Json:
    return resource(
        "AWS::SSM::Parameter", {"Name": CONFIG[product] + name, "Type": "String", "Value": value}
    )


def _webhook_secret() -> Json:
    """Describe the secret with which the booking tool signs; CloudFormation generates it."""
    properties = {
        "Name": WEBHOOK_SECRET,
        "Description": "With this the booking tool signs what it tells",
        "GenerateSecretString": {"PasswordLength": 48, "ExcludePunctuation": True},
    }
    return resource(
        "AWS::SecretsManager::Secret",
        properties,
        DeletionPolicy="Delete",
        UpdateReplacePolicy="Retain",
    )


def _google_account(name: str, what: str) -> Json:
    """Describe where the key of the service account at Google is put; empty until somebody does."""
    properties = {
        "Name": name,
        "Description": f"The key of the service account that reads {what} at Google, as JSON",
        "SecretString": "{}",
    }
    return resource(
        "AWS::SecretsManager::Secret",
        properties,
        DeletionPolicy="Delete",
        UpdateReplacePolicy="Retain",
    )


def _slack_app() -> Json:
    """Describe the secret for token and signing secret of the Slack app; empty at first."""
    properties = {
        "Name": SLACK_APP,
        "Description": (
            "The token of the app that writes to staff in Slack and its signing_secret, as JSON"
        ),
        "SecretString": "{}",
    }
    return resource(
        "AWS::SecretsManager::Secret",
        properties,
        DeletionPolicy="Delete",
        UpdateReplacePolicy="Retain",
    )


def _link_key() -> Json:
    """Describe the secret: CloudFormation makes the first key, `rotate-key` those that follow."""
    properties = {
        "Name": LINK_KEY,
        "Description": "The keys that sign links, newest first",
        "GenerateSecretString": {
            "SecretStringTemplate": '{"keys": []}',
            "GenerateStringKey": "first",
            "PasswordLength": 64,
            "ExcludePunctuation": True,
        },
    }
    return resource(
        "AWS::SecretsManager::Secret",
        properties,
        DeletionPolicy="Delete",
        UpdateReplacePolicy="Retain",
    )


def _rotation_permission() -> Json:
    properties = {
        "Action": "lambda:InvokeFunction",
        "FunctionName": ref(function_id(function("rotate-key"))),
        "Principal": "secretsmanager.amazonaws.com",
        "SourceAccount": ref("AWS::AccountId"),
        "SourceArn": ref("LinkKey"),
    }
    return resource("AWS::Lambda::Permission", properties)


def rotation() -> Json:
    """Describe when the key is changed. Links signed with older keys go on working."""
    properties = {
        "SecretId": LINK_KEY,
        "RotationLambdaARN": sub(arn("lambda", f"function:{function('rotate-key').full_name}")),
        "RotationRules": {"AutomaticallyAfterDays": LINK_KEY_DAYS},
        # All four steps at once: testing without the first step would fail.
        "RotateImmediatelyOnUpdate": True,
    }
    return {"LinkKeyRotation": resource("AWS::SecretsManager::RotationSchedule", properties)}

"""The key that signs links, and the settings that functions read when they start."""

from infra.functions import function_id
from infra.names import CONFIG, LINK_KEY, LINK_KEY_DAYS, MAIL_SET
from infra.registry import FUNCTIONS, function
from infra.shapes import Json, arn, att, pascal, ref, resource, sub

HAS_MAIL = "HasMail"


def resources() -> Json:
    """Describe the secret, and the parameters under /ev/config/."""
    return {
        "LinkKey": _link_key(),
        "RotationPermission": _rotation_permission(),
        **{pascal(one.url) + "UrlSetting": _setting(f"urls/{one.url}", _url(one.name)) for one in FUNCTIONS if one.url},
        "SenderSetting": _setting("sender", ref("Sender")),
        "OwnerSetting": _setting("owner", ref("Owner")),
        "MailDomainSetting": {**_setting("mail-domain", ref("MailDomain")), "Condition": HAS_MAIL},
        "ConfigurationSetSetting": _setting("configuration-set", MAIL_SET),
        "KeepDaysSetting": _setting("keep-days", ref("KeepDays")),
        "DefaultsSetting": _setting("defaults", ref("Defaults")),
    }


def _url(name: str) -> Json:
    return att(pascal(name) + "Url", "FunctionUrl")


def _setting(name: str, value: object) -> Json:
    return resource("AWS::SSM::Parameter", {"Name": CONFIG + name, "Type": "String", "Value": value})


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
    return resource("AWS::SecretsManager::Secret", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Retain")


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
        "RotateImmediatelyOnUpdate": True,  # all four steps at once: a first look without the first step would fail
    }
    return {"LinkKeyRotation": resource("AWS::SecretsManager::RotationSchedule", properties)}

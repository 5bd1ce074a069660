"""Buckets: private, versioned, encrypted, reached by TLS only, each with its lifecycle rules."""

from infra.function import Product
from infra.functions import function_id
from infra.names import (
    APPOINTMENTS_MIME,
    APPOINTMENTS_SOURCE,
    ASSETS,
    BOOKINGS_SHELF,
    PARTS_SHELF,
    RAW_MIME,
    RULE_SET,
    RULES_SOURCE,
    WAITLIST_MIME,
    WAITLIST_SHELF,
    WAITLIST_SOURCE,
)
from infra.registry import function
from infra.shapes import Json, allow, arn, att, named, only_when, policy, ref, resource, sub

TLS_ONLY = "TlsOnly"
IMPORTS_KEPT_DAYS = 7
TEMPLATES_KEPT_DAYS = 30
OLD_VERSIONS_KEPT_DAYS = 30
MAIL_TO_GLACIER_DAYS = 30
MAIL_KEPT_DAYS = 365
SHEETS_TO_GLACIER_DAYS = 90
SHEETS_KEPT_DAYS = 3 * 365
BOOKS_KEPT_DAYS = 2 * 365
MAILS: dict[Product, tuple[str, str]] = {
    "ev": ("RawMime", RAW_MIME),
    "wl": ("WlRawMime", WAITLIST_MIME),
    "ar": ("ArRawMime", APPOINTMENTS_MIME),
}
SHELVES: dict[Product, str] = {"ev": "", "wl": WAITLIST_SHELF, "ar": BOOKINGS_SHELF}


def assets() -> Json:
    """Describe the bucket that the functions' packages and lists on their way in lie in."""
    rules = [
        _expires("imports", IMPORTS_KEPT_DAYS, Prefix="imports/"),
        _expires("templates", TEMPLATES_KEPT_DAYS, Prefix="templates/"),
        OLD_VERSIONS,
    ]
    return {
        "Assets": _bucket(ASSETS, rules),
        "AssetsPolicy": _bucket_policy("Assets"),
    }


def sources() -> Json:
    """Describe the buckets with versions of the waitlist's sheet and of the two documents."""
    return {
        "WaitlistSource": _bucket(WAITLIST_SOURCE, [_versions(SHEETS_KEPT_DAYS)]),
        "WaitlistSourcePolicy": _bucket_policy("WaitlistSource"),
        "RulesSource": _bucket(RULES_SOURCE, [UNFINISHED]),
        "RulesSourcePolicy": _bucket_policy("RulesSource"),
    }


def appointments_source() -> Json:
    """Describe the bucket with versions of the sheet of appointments."""
    return {
        "AppointmentsSource": _bucket(APPOINTMENTS_SOURCE, [_versions(BOOKS_KEPT_DAYS)]),
        "AppointmentsSourcePolicy": _bucket_policy("AppointmentsSource"),
    }


def _versions(days: int) -> Json:
    archived = [{"StorageClass": "GLACIER_IR", "TransitionInDays": SHEETS_TO_GLACIER_DAYS}]
    return {
        "Id": "versions",
        "Status": "Enabled",
        "NoncurrentVersionTransitions": archived,
        "NoncurrentVersionExpiration": {"NoncurrentDays": days},
        "Transitions": archived,
        "ExpirationInDays": days,
        "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 1},
    }


def raw_mime(product: Product) -> Json:
    """Describe the bucket that SES puts mail into; each one wakes the parser."""
    name, place = MAILS[product]
    rules = [
        {
            "Id": "mail",
            "Status": "Enabled",
            "Transitions": [
                {"StorageClass": "GLACIER_IR", "TransitionInDays": MAIL_TO_GLACIER_DAYS}
            ],
            "ExpirationInDays": MAIL_KEPT_DAYS,
        },
        *([PARTS] if SHELVES[product] else []),
        OLD_VERSIONS,
    ]
    parser = function_id(function(f"{product}-intake-ses-parser"))
    told = {
        "Event": "s3:ObjectCreated:*",
        "Function": att(parser, "Arn"),
        **_only(SHELVES[product]),
    }
    wakes = {"LambdaConfigurations": [told]}
    bucket = _bucket(place, rules, NotificationConfiguration=wakes)
    return {
        name: {**bucket, "DependsOn": f"{name}Permission"},
        f"{name}Permission": resource(
            "AWS::Lambda::Permission",
            {
                "Action": "lambda:InvokeFunction",
                "FunctionName": ref(parser),
                "Principal": "s3.amazonaws.com",
                "SourceAccount": ref("AWS::AccountId"),
                "SourceArn": sub(f"arn:${{AWS::Partition}}:s3:::{named(place)}"),
            },
        ),
        f"{name}Policy": _bucket_policy(name, _ses_puts(name)),
    }


def _only(shelf: str) -> Json:
    """Let only what comes onto this shelf wake a function, where a bucket has several."""
    rules = [{"Name": "prefix", "Value": shelf}]
    return {"Filter": {"S3Key": {"Rules": rules}}} if shelf else {}


UNFINISHED: Json = {
    "Id": "unfinished",
    "Status": "Enabled",
    "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 1},
}
# What Textract was handed, and what it read, is of use for an hour at most.
PARTS: Json = {
    "Id": "parts",
    "Status": "Enabled",
    "Prefix": PARTS_SHELF,
    "ExpirationInDays": 1,
    "NoncurrentVersionExpiration": {"NoncurrentDays": 1},
}
OLD_VERSIONS: Json = {
    "Id": "old-versions",
    "Status": "Enabled",
    "NoncurrentVersionExpiration": {"NoncurrentDays": OLD_VERSIONS_KEPT_DAYS},
    "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 1},
}


def _expires(name: str, days: int, **more: str) -> Json:
    return {"Id": name, "Status": "Enabled", "ExpirationInDays": days, **more}


def _bucket(name: str, rules: list[Json], **more: object) -> Json:
    properties = {
        "BucketName": sub(named(name)),
        "VersioningConfiguration": {"Status": "Enabled"},
        "BucketEncryption": {
            "ServerSideEncryptionConfiguration": [
                {"ServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
            ]
        },
        "PublicAccessBlockConfiguration": dict.fromkeys(
            ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"),
            True,
        ),
        "OwnershipControls": {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]},
        "LifecycleConfiguration": {"Rules": rules},
        **more,
    }
    return resource(
        "AWS::S3::Bucket", properties, DeletionPolicy="Delete", UpdateReplacePolicy="Retain"
    )


def _bucket_policy(bucket: str, *statements: Json) -> Json:
    """Deny requests without TLS, and add these statements. Roles grant access in the account."""
    where = [att(bucket, "Arn"), {"Fn::Sub": f"${{{bucket}.Arn}}/*"}]
    refused = {
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": where,
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
    document = policy(*statements, only_when(TLS_ONLY, refused)) if statements else policy(refused)
    more = {} if statements else {"Condition": TLS_ONLY}
    return resource(
        "AWS::S3::BucketPolicy", {"Bucket": ref(bucket), "PolicyDocument": document}, **more
    )


def _ses_puts(bucket: str) -> Json:
    return allow(
        ["s3:PutObject"],
        {"Fn::Sub": f"${{{bucket}.Arn}}/*"},
        Principal={"Service": "ses.amazonaws.com"},
        Condition={
            "StringEquals": {"aws:SourceAccount": ref("AWS::AccountId")},
            "ArnLike": {
                "aws:SourceArn": sub(arn("ses", f"receipt-rule-set/{RULE_SET}:receipt-rule/*"))
            },
        },
    )

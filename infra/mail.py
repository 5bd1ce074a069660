"""Mail and SMS: reports about sent messages, inbound SMS, and the rules of inbound mail."""

from infra.function import Product
from infra.functions import function_id
from infra.names import (
    APPOINTMENTS_MIME,
    BOOKINGS_ADDRESS,
    BOOKINGS_RULE,
    BOOKINGS_SHELF,
    BOUNCES,
    COMPLAINTS,
    MAIL_SET,
    RAW_MIME,
    RULE,
    RULE_SET,
    TEXTS_IN,
    WAITLIST_ADDRESS,
    WAITLIST_MIME,
    WAITLIST_RULE,
    WAITLIST_SHELF,
)
from infra.registry import function
from infra.shapes import Json, allow, arn, att, named, only_when, pascal, policy, ref, resource, sub

HAS_WAITLIST = "HasWaitlist"
TOPICS = {BOUNCES: "bounce", COMPLAINTS: "complaint"}


def resources(product: Product) -> Json:
    """Describe what tells us of mail that left, or of texts that came back."""
    if product == "ar":
        return {}
    return _texts_in() if product == "wl" else _mail()


def _mail() -> Json:
    """Describe the configuration set, and the topics that bounces and complaints go to.

    Its events have the headers of our mail. Without tracking options nothing is tracked. Bounces
    and complaints are stored with the guest, who may opt in again.
    """
    options = {
        "Name": MAIL_SET,
        "ReputationOptions": {"ReputationMetricsEnabled": False},
        "DeliveryOptions": {"TlsPolicy": "OPTIONAL"},
        "SuppressionOptions": {"SuppressedReasons": []},
    }
    found = {"MailSet": resource("AWS::SES::ConfigurationSet", options)}
    for topic, event in TOPICS.items():
        found |= _feedback(topic, event)
    return found


def _feedback(topic: str, event: str) -> Json:
    name = pascal(topic.removeprefix("ev-"))
    feedback = function_id(function("feedback"))
    destination = {
        "Name": topic,
        "Enabled": True,
        "MatchingEventTypes": [event],
        "SnsDestination": {"TopicARN": ref(f"{name}Topic")},
    }
    subscription = {
        "TopicArn": ref(f"{name}Topic"),
        "Protocol": "lambda",
        "Endpoint": att(feedback, "Arn"),
    }
    permission = {
        "Action": "lambda:InvokeFunction",
        "FunctionName": ref(feedback),
        "Principal": "sns.amazonaws.com",
        "SourceArn": ref(f"{name}Topic"),
    }
    return {
        f"{name}Topic": resource("AWS::SNS::Topic", {"TopicName": topic}),
        f"{name}TopicPolicy": _ses_publishes(f"{name}Topic"),
        f"{name}Destination": resource(
            "AWS::SES::ConfigurationSetEventDestination",
            {"ConfigurationSetName": ref("MailSet"), "EventDestination": destination},
            DependsOn=f"{name}TopicPolicy",
        ),
        f"{name}Permission": resource("AWS::Lambda::Permission", permission),
        f"{name}Subscription": resource(
            "AWS::SNS::Subscription", subscription, DependsOn=f"{name}Permission"
        ),
    }


def _ses_publishes(topic: str) -> Json:
    conditions = {
        "StringEquals": {"aws:SourceAccount": ref("AWS::AccountId")},
        "ArnEquals": {"aws:SourceArn": sub(arn("ses", f"configuration-set/{MAIL_SET}"))},
    }
    said = allow(
        ["sns:Publish"],
        ref(topic),
        Principal={"Service": "ses.amazonaws.com"},
        Condition=conditions,
    )
    return resource(
        "AWS::SNS::TopicPolicy", {"Topics": [ref(topic)], "PolicyDocument": policy(said)}
    )


def _texts_in() -> Json:
    """Describe the topic for inbound SMS to our number."""
    feedback = sub(arn("lambda", f"function:{function('feedback').full_name}"))
    said = allow(
        ["sns:Publish"],
        ref("TextsInTopic"),
        Principal={"Service": "sms-voice.amazonaws.com"},
        Condition={"StringEquals": {"aws:SourceAccount": ref("AWS::AccountId")}},
    )
    permission = {
        "Action": "lambda:InvokeFunction",
        "FunctionName": feedback,
        "Principal": "sns.amazonaws.com",
        "SourceArn": ref("TextsInTopic"),
    }
    subscription = {"TopicArn": ref("TextsInTopic"), "Protocol": "lambda", "Endpoint": feedback}
    policies = {"Topics": [ref("TextsInTopic")], "PolicyDocument": policy(said)}
    return {
        "TextsInTopic": resource("AWS::SNS::Topic", {"TopicName": TEXTS_IN}),
        "TextsInTopicPolicy": resource("AWS::SNS::TopicPolicy", policies),
        "TextsInPermission": resource("AWS::Lambda::Permission", permission),
        "TextsInSubscription": resource(
            "AWS::SNS::Subscription", subscription, DependsOn="TextsInPermission"
        ),
    }


def rules() -> Json:
    """Describe the rule set of SES: mail is scanned and put into a bucket.

    The two addresses of a front desk come first; all others of the domain are for events.
    """
    waitlist = _rule(
        WAITLIST_RULE, sub(f"{WAITLIST_ADDRESS}@${{MailDomain}}"), WAITLIST_MIME, WAITLIST_SHELF
    )
    bookings = _rule(
        BOOKINGS_RULE, sub(f"{BOOKINGS_ADDRESS}@${{MailDomain}}"), APPOINTMENTS_MIME, BOOKINGS_SHELF
    )
    events = _rule(RULE, ref("MailDomain"), RAW_MIME)
    second = {"RuleSetName": ref("RuleSet"), "After": ref("WaitlistRule"), "Rule": bookings}
    behind = {
        "RuleSetName": ref("RuleSet"),
        "After": only_when(HAS_WAITLIST, ref("BookingsRule")),
        "Rule": events,
    }
    return {
        "RuleSet": resource("AWS::SES::ReceiptRuleSet", {"RuleSetName": RULE_SET}),
        "WaitlistRule": {
            **resource("AWS::SES::ReceiptRule", {"RuleSetName": ref("RuleSet"), "Rule": waitlist}),
            "Condition": HAS_WAITLIST,
        },
        "BookingsRule": {**resource("AWS::SES::ReceiptRule", second), "Condition": HAS_WAITLIST},
        "Rule": resource("AWS::SES::ReceiptRule", behind),
    }


def _rule(name: str, recipient: object, bucket: str, shelf: str = "") -> Json:
    put = {"BucketName": sub(named(bucket)), **({"ObjectKeyPrefix": shelf} if shelf else {})}
    return {
        "Name": name,
        "Enabled": True,
        "Recipients": [recipient],
        "ScanEnabled": True,
        "TlsPolicy": "Optional",
        "Actions": [{"S3Action": put}, {"StopAction": {"Scope": "RuleSet"}}],
    }

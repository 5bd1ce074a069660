"""Mail: what SES tells us of bounces and complaints, and the rule by which mail comes in."""

from infra.functions import function_id
from infra.names import BOUNCES, COMPLAINTS, MAIL_SET, RAW_MIME, RULE, RULE_SET
from infra.registry import function
from infra.shapes import Json, allow, arn, att, named, pascal, policy, ref, resource, sub

TOPICS = {BOUNCES: "bounce", COMPLAINTS: "complaint"}


def resources() -> Json:
    """Describe the configuration set, and the topics that bounces and complaints go to.

    What the set publishes carries the headers of our mail. It has no options for tracking: nothing is tracked. Whom
    mail does not reach, or who complained, we remember with the guest, who may ask to be written to again.
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
    subscription = {"TopicArn": ref(f"{name}Topic"), "Protocol": "lambda", "Endpoint": att(feedback, "Arn")}
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
        f"{name}Subscription": resource("AWS::SNS::Subscription", subscription, DependsOn=f"{name}Permission"),
    }


def _ses_publishes(topic: str) -> Json:
    conditions = {
        "StringEquals": {"aws:SourceAccount": ref("AWS::AccountId")},
        "ArnEquals": {"aws:SourceArn": sub(arn("ses", f"configuration-set/{MAIL_SET}"))},
    }
    said = allow(["sns:Publish"], ref(topic), Principal={"Service": "ses.amazonaws.com"}, Condition=conditions)
    return resource("AWS::SNS::TopicPolicy", {"Topics": [ref(topic)], "PolicyDocument": policy(said)})


def rules() -> Json:
    """Describe the rule set. Its one rule: what comes for the domain is scanned, put into the bucket, and done with."""
    rule = {
        "Name": RULE,
        "Enabled": True,
        "Recipients": [ref("MailDomain")],
        "ScanEnabled": True,
        "TlsPolicy": "Optional",
        "Actions": [
            {"S3Action": {"BucketName": sub(named(RAW_MIME))}},
            {"StopAction": {"Scope": "RuleSet"}},
        ],
    }
    return {
        "RuleSet": resource("AWS::SES::ReceiptRuleSet", {"RuleSetName": RULE_SET}),
        "Rule": resource("AWS::SES::ReceiptRule", {"RuleSetName": ref("RuleSet"), "Rule": rule}),
    }

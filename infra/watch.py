"""Monitoring: metrics from log lines, alarms on metrics, and budgets."""

from infra.function import Function, Product
from infra.functions import letters_id
from infra.names import ALARM_TOPIC, BUDGET, BUDGET_DOLLARS, BUDGET_PERCENT, COST_TOPIC
from infra.registry import function, of
from infra.shapes import Json, allow, arn, att, policy, ref, resource, sub

SPACE = "Fullhouse"
HOUR = 3600
DAY = 86400
FIVE_MINUTES = 300

# Errors that we log, uncaught exceptions that Lambda logs, and timeouts. A full event is no error.
TROUBLE = (
    '{ ($.level = "error") || ($.level = "ERROR") || ($.log_level = "ERROR")'
    ' || ($.record.status = "error") || ($.record.status = "failure")'
    ' || ($.record.status = "timeout") }'
)
TAMPERED = '{ $.link = "tampered" }'
SENT = '{ $.became = "sent" }'
NOT_SENT = '{ ($.became = "refused") || ($.became = "down") || ($.became = "unknown") }'


# Names of the metrics of failures: one per product, and three functions apart.
FAILURES: dict[Product, str] = {"ev": "failures", "wl": "wl-failures", "ar": "ar-failures"}
APART = {
    "wl-offer-engine": "wl-offer-failures",
    "wl-roll-on-timer": "wl-roll-on-failures",
    "ar-reminder": "ar-reminder-failures",
}
APART_OFFERS, APART_ROLLS, APART_REMINDER = APART.values()
# The topic stands in the house's stack; its name is enough for all.
TELLS_OWNER = sub(arn("sns", ALARM_TOPIC))
WHOSE: dict[Product, str] = {"wl": "the waitlist", "ar": "a function of appointments"}
TO_PHONES = [{"Name": "PhoneNumber", "Value": "PhoneNumberDirect"}]


def resources(product: Product) -> Json:
    """Describe the numbers, the alarms, and the topic to which those of all products go."""
    if product != "ev":
        return {
            **_failures(product),
            **(_waitlist_alarms() if product == "wl" else _appointment_alarms()),
        }
    topic = _topic("AlarmTopic", ALARM_TOPIC, "cloudwatch.amazonaws.com")
    return {**topic, **_failures(product), **_numbers(), **_alarms()}


def _topic(name: str, topic: str, service: str) -> Json:
    """Describe a topic that a service publishes to and the owner reads."""
    said = allow(
        ["sns:Publish"],
        ref(name),
        Principal={"Service": service},
        Condition={"StringEquals": {"aws:SourceAccount": ref("AWS::AccountId")}},
    )
    subscription = {"TopicArn": ref(name), "Protocol": "email", "Endpoint": ref("Owner")}
    return {
        name: resource("AWS::SNS::Topic", {"TopicName": topic}),
        f"{name}Policy": resource(
            "AWS::SNS::TopicPolicy", {"Topics": [ref(name)], "PolicyDocument": policy(said)}
        ),
        f"{name}Subscription": resource("AWS::SNS::Subscription", subscription),
    }


def _failures(product: Product) -> Json:
    metrics = {one: APART.get(one.full_name, FAILURES[product]) for one in of(product)}
    return {f"{one.id}Failures": _number(one, metric, TROUBLE) for one, metric in metrics.items()}


def _numbers() -> Json:
    """Count in the logs. What left counts 0, what did not 100: the average is a percentage."""
    found: Json = {}
    messenger = function("messenger")
    found["MessengerSent"] = _number(messenger, "send-failure-percent", SENT, "0")
    found["MessengerNotSent"] = _number(messenger, "send-failure-percent", NOT_SENT, "100")
    for one in of("ev"):
        if one.url:
            found[f"{one.id}Tampered"] = _number(one, "tampered-links", TAMPERED)
    return found


def _number(one: Function, metric: str, pattern: str, value: str = "1") -> Json:
    kept = {"MetricNamespace": SPACE, "MetricName": metric, "MetricValue": value}
    properties = {
        "FilterName": f"{one.full_name}-{metric}-{value}",
        "LogGroupName": ref(one.id + "Logs"),
        "FilterPattern": pattern,
        "MetricTransformations": [kept],
    }
    return resource("AWS::Logs::MetricFilter", properties)


def _alarms() -> Json:
    found = {
        "FailuresAlarm": _alarm(
            "ev-failures", "Something went wrong that should not, in any function", "failures"
        ),
        "SendFailuresAlarm": _alarm(
            "ev-send-failures",
            "More than 1% of the mails of a day did not leave",
            "send-failure-percent",
            Statistic="Average",
            Threshold=1,
            Period=DAY,
        ),
        "TamperedLinksAlarm": _alarm(
            "ev-tampered-links",
            "More than 5 links in an hour had a wrong signature: someone tries, or a key is gone",
            "tampered-links",
            Threshold=5,
            Period=HOUR,
        ),
    }
    return found | {f"{one.id}LettersAlarm": _letters(one) for one in of("ev") if one.asynchronous}


def _waitlist_alarms() -> Json:
    """Describe the alarms of the waitlist: claims fail, a slot stalls, SMS do not arrive."""
    claims = function("wl-claim-handler")
    return {
        "WlFailuresAlarm": _alarm(
            "wl-failures", "Something of the waitlist went wrong that should not", "wl-failures"
        ),
        "WlOfferFailuresAlarm": _alarm(
            "wl-offer-failures", "A slot's next move could not be made", APART_OFFERS
        ),
        "WlRollOnFailuresAlarm": _alarm(
            "wl-roll-on-failures", "A slot may have stalled", APART_ROLLS
        ),
        "WlClaimFailuresAlarm": _alarm(
            "wl-claim-failures",
            "Someone could not claim: the page answered with an error of ours",
            "Url5xxCount",
            Namespace="AWS/Lambda",
            Dimensions=[{"Name": "FunctionName", "Value": ref(f"{claims.id}Function")}],
        ),
        "WlTextFailuresAlarm": _text_failures(),
        "WlLettersAlarm": _letters(function("wl-sender")),
    }


def _appointment_alarms() -> Json:
    """Describe the alarms of appointments: reminders fail, or links are tampered with."""
    replies = function("ar-reply-handler")
    return {
        f"{replies.id}Tampered": _number(replies, "ar-tampered-links", TAMPERED),
        "ArFailuresAlarm": _alarm(
            "ar-failures", "Something of appointments went wrong that should not", "ar-failures"
        ),
        "ArReminderFailuresAlarm": _alarm(
            "ar-reminder-failures",
            "A tick failed: somebody may not be reminded",
            APART_REMINDER,
            Period=HOUR,
        ),
        "ArTamperedLinksAlarm": _alarm(
            "ar-tampered-links",
            "More than 10 links in an hour had a wrong signature: someone tries, or a key is gone",
            "ar-tampered-links",
            Threshold=10,
            Period=HOUR,
        ),
        "ArLettersAlarm": _letters(function("ar-dispatch")),
    }


def _text_failures() -> Json:
    """Describe the alarm on the share of a day's SMS that did not arrive."""

    def count(name: str, metric: str) -> Json:
        seen = {"Namespace": "AWS/SNS", "MetricName": metric, "Dimensions": TO_PHONES}
        return {
            "Id": name,
            "ReturnData": False,
            "MetricStat": {"Metric": seen, "Period": DAY, "Stat": "Sum"},
        }

    share = {
        "Id": "share",
        "Expression": "100 * lost / (lost + came)",
        "Label": "percent",
        "ReturnData": True,
    }
    properties = {
        "AlarmName": "wl-text-failures",
        "AlarmDescription": (
            "More than 5% of the texts of a day did not arrive: "
            "a phone company, or our sender's name"
        ),
        "Metrics": [
            share,
            count("lost", "NumberOfNotificationsFailed"),
            count("came", "NumberOfNotificationsDelivered"),
        ],
        "ComparisonOperator": "GreaterThanThreshold",
        "Threshold": 5,
        "EvaluationPeriods": 1,
        "TreatMissingData": "notBreaching",
        "AlarmActions": [TELLS_OWNER],
    }
    return resource("AWS::CloudWatch::Alarm", properties)


def _alarm(name: str, words: str, metric: str, **more: object) -> Json:
    properties = {
        "AlarmName": name,
        "AlarmDescription": words,
        "Namespace": SPACE,
        "MetricName": metric,
        "Statistic": "Sum",
        "ComparisonOperator": "GreaterThanThreshold",
        "Threshold": 0,
        "Period": FIVE_MINUTES,
        "EvaluationPeriods": 1,
        "TreatMissingData": "notBreaching",
        "AlarmActions": [TELLS_OWNER],
        **more,
    }
    return resource("AWS::CloudWatch::Alarm", properties)


def _letters(one: Function) -> Json:
    """Describe the alarm on dead letters."""
    whose = WHOSE.get(one.product, one.full_name)
    return _alarm(
        one.letters,
        f"Something that {whose} could not deal with waits to be looked at",
        "ApproximateNumberOfMessagesVisible",
        Namespace="AWS/SQS",
        Statistic="Maximum",
        Dimensions=[{"Name": "QueueName", "Value": att(letters_id(one), "QueueName")}],
    )


def budget(product: Product) -> Json:
    """Describe the budget of a month, and who is told at 80 and at 100 percent."""
    topic = "CostTopic" if product == "ev" else f"{product.title()}CostTopic"
    told = [
        {
            "Notification": {
                "NotificationType": "ACTUAL",
                "ComparisonOperator": "GREATER_THAN",
                "Threshold": percent,
                "ThresholdType": "PERCENTAGE",
            },
            "Subscribers": [{"SubscriptionType": "SNS", "Address": ref(topic)}],
        }
        for percent in BUDGET_PERCENT
    ]
    limits = {
        "BudgetName": BUDGET[product],
        "BudgetType": "COST",
        "TimeUnit": "MONTHLY",
        "BudgetLimit": {"Amount": BUDGET_DOLLARS[product], "Unit": "USD"},
    }
    return {
        **_topic(topic, COST_TOPIC[product], "budgets.amazonaws.com"),
        topic.replace("CostTopic", "Budget"): resource(
            "AWS::Budgets::Budget",
            {"Budget": limits, "NotificationsWithSubscribers": told},
            DependsOn=f"{topic}Policy",
        ),
    }

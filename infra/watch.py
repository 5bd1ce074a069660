"""What is watched, and who is told: lines in the logs become numbers, numbers become alarms, the budget has two."""

from infra.names import ALARM_TOPIC, BUDGET, BUDGET_DOLLARS, BUDGET_PERCENT, COST_TOPIC
from infra.registry import FUNCTIONS, Function, function
from infra.shapes import Json, allow, att, pascal, policy, ref, resource

SPACE = "Fullhouse"
HOUR = 3600
DAY = 86400
FIVE_MINUTES = 300

# Trouble is what we log as an error, what Lambda logs of an exception that got away, and what it stopped because it
# took too long. A full room is an answer, and not among them.
TROUBLE = (
    '{ ($.level = "error") || ($.level = "ERROR") || ($.log_level = "ERROR")'
    ' || ($.record.status = "error") || ($.record.status = "failure") || ($.record.status = "timeout") }'
)
TAMPERED = '{ $.link = "tampered" }'
SENT = '{ $.became = "sent" }'
NOT_SENT = '{ ($.became = "refused") || ($.became = "down") || ($.became = "unknown") }'


def resources() -> Json:
    """Describe the topic, the numbers, and the alarms."""
    return {**_topic("AlarmTopic", ALARM_TOPIC, "cloudwatch.amazonaws.com"), **_numbers(), **_alarms()}


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
        f"{name}Policy": resource("AWS::SNS::TopicPolicy", {"Topics": [ref(name)], "PolicyDocument": policy(said)}),
        f"{name}Subscription": resource("AWS::SNS::Subscription", subscription),
    }


def _numbers() -> Json:
    """Count in the logs. What left counts 0, what did not 100: the average is a percentage."""
    found: Json = {}
    for one in FUNCTIONS:
        found[f"{pascal(one.name)}Failures"] = _number(one, "failures", TROUBLE)
    messenger = function("messenger")
    found["MessengerSent"] = _number(messenger, "send-failure-percent", SENT, "0")
    found["MessengerNotSent"] = _number(messenger, "send-failure-percent", NOT_SENT, "100")
    for one in FUNCTIONS:
        if one.url:
            found[f"{pascal(one.name)}Tampered"] = _number(one, "tampered-links", TAMPERED)
    return found


def _number(one: Function, metric: str, pattern: str, value: str = "1") -> Json:
    kept = {"MetricNamespace": SPACE, "MetricName": metric, "MetricValue": value}
    properties = {
        "FilterName": f"{one.full_name}-{metric}-{value}",
        "LogGroupName": ref(pascal(one.name) + "Logs"),
        "FilterPattern": pattern,
        "MetricTransformations": [kept],
    }
    return resource("AWS::Logs::MetricFilter", properties)


def _alarms() -> Json:
    found = {
        "FailuresAlarm": _alarm("ev-failures", "Something went wrong that should not, in any function", "failures"),
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
    return found | {f"{pascal(one.name)}LettersAlarm": _letters(one) for one in FUNCTIONS if one.asynchronous}


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
        "AlarmActions": [ref("AlarmTopic")],
        **more,
    }
    return resource("AWS::CloudWatch::Alarm", properties)


def _letters(one: Function) -> Json:
    """Tell the owner when something lies among the dead letters."""
    return _alarm(
        one.letters,
        f"Something that {one.full_name} could not deal with waits to be looked at",
        "ApproximateNumberOfMessagesVisible",
        Namespace="AWS/SQS",
        Statistic="Maximum",
        Dimensions=[{"Name": "QueueName", "Value": att(pascal(one.name) + "Letters", "QueueName")}],
    )


def budget() -> Json:
    """Describe the budget of a month, and who is told at 80 and at 100 percent."""
    told = [
        {
            "Notification": {
                "NotificationType": "ACTUAL",
                "ComparisonOperator": "GREATER_THAN",
                "Threshold": percent,
                "ThresholdType": "PERCENTAGE",
            },
            "Subscribers": [{"SubscriptionType": "SNS", "Address": ref("CostTopic")}],
        }
        for percent in BUDGET_PERCENT
    ]
    limits = {
        "BudgetName": BUDGET,
        "BudgetType": "COST",
        "TimeUnit": "MONTHLY",
        "BudgetLimit": {"Amount": BUDGET_DOLLARS, "Unit": "USD"},
    }
    return {
        **_topic("CostTopic", COST_TOPIC, "budgets.amazonaws.com"),
        "Budget": resource(
            "AWS::Budgets::Budget",
            {"Budget": limits, "NotificationsWithSubscribers": told},
            DependsOn="CostTopicPolicy",
        ),
    }

"""Monitoring in the templates: the owner hears of trouble, of tried links, and of money."""

import pytest

from tests.infra.reading import by, every, of_kind, plain


def test_the_owner_hears_of_a_tick_that_failed_and_of_links_that_someone_tries() -> None:
    """A tick that fails may be a customer who is not reminded."""
    tick, links = (
        by("AWS::CloudWatch::Alarm", "AlarmName", f"ar-{name}")
        for name in ("reminder-failures", "tampered-links")
    )
    assert (tick["Threshold"], tick["Period"], links["Threshold"], links["Period"]) == (
        0,
        3600,
        10,
        3600,
    )


def test_topics_take_only_what_they_are_for() -> None:
    """SES publishes bounces and complaints for our set; CloudWatch and Budgets for our account."""
    policies = of_kind("AWS::SNS::TopicPolicy")
    said = {
        one["Topics"][0]["Ref"]: one["PolicyDocument"]["Statement"][0] for one in policies.values()
    }
    services = {topic: statement["Principal"]["Service"] for topic, statement in said.items()}
    assert services == {
        "AlarmTopic": "cloudwatch.amazonaws.com",
        "ArCostTopic": "budgets.amazonaws.com",
        "BouncesTopic": "ses.amazonaws.com",
        "ComplaintsTopic": "ses.amazonaws.com",
        "CostTopic": "budgets.amazonaws.com",
        "TextsInTopic": "sms-voice.amazonaws.com",
        "WlCostTopic": "budgets.amazonaws.com",
    }
    for statement in said.values():
        assert statement["Condition"]["StringEquals"] == {
            "aws:SourceAccount": {"Ref": "AWS::AccountId"}
        }


def test_every_log_is_watched_for_trouble_and_every_alarm_tells_the_owner() -> None:
    """An alarm that nobody hears is none."""
    watched = {
        one["LogGroupName"]["Ref"]
        for one in of_kind("AWS::Logs::MetricFilter").values()
        if one["MetricTransformations"][0]["MetricName"].endswith("failures")
    }
    assert watched == set(of_kind("AWS::Logs::LogGroup"))
    for one in of_kind("AWS::CloudWatch::Alarm").values():
        assert [plain(place).rpartition(":")[2] for place in one["AlarmActions"]] == ["ev-alarm"]
        assert one["TreatMissingData"] == "notBreaching"
    to = {
        one["TopicArn"]["Ref"]
        for one in of_kind("AWS::SNS::Subscription").values()
        if one["Endpoint"] == {"Ref": "Owner"}
    }
    assert to == {"AlarmTopic", "CostTopic", "WlCostTopic", "ArCostTopic"}


def test_every_metric_that_an_alarm_looks_at_is_counted() -> None:
    """A misspelt name would be silent for ever."""
    counted = {
        one["MetricTransformations"][0]["MetricName"]
        for one in of_kind("AWS::Logs::MetricFilter").values()
    }
    looked_at = {
        one["MetricName"]
        for one in of_kind("AWS::CloudWatch::Alarm").values()
        if one.get("Namespace") == "Fullhouse"
    }
    assert counted == looked_at


def test_the_owner_hears_when_more_than_a_twentieth_of_the_texts_do_not_arrive() -> None:
    """Only SNS knows what became of them on the way."""
    said = by("AWS::CloudWatch::Alarm", "AlarmName", "wl-text-failures")
    share, lost, came = said["Metrics"]
    assert (share["Expression"], said["Threshold"]) == ("100 * lost / (lost + came)", 5)
    for one in (lost, came):
        assert one["MetricStat"]["Metric"]["Dimensions"] == [
            {"Name": "PhoneNumber", "Value": "PhoneNumberDirect"}
        ]


@pytest.mark.parametrize(
    ("budget", "topic", "dollars"),
    [("Budget", "CostTopic", 15), ("WlBudget", "WlCostTopic", 15), ("ArBudget", "ArCostTopic", 30)],
)
def test_a_budget_writes_at_80_and_at_100_percent(budget: str, topic: str, dollars: int) -> None:
    """Cost has a ceiling that speaks."""
    found = every()[budget]["Properties"]
    assert found["Budget"]["BudgetLimit"] == {"Amount": dollars, "Unit": "USD"}
    told = found["NotificationsWithSubscribers"]
    assert [one["Notification"]["Threshold"] for one in told] == [80, 100]
    assert {one["Subscribers"][0]["Address"]["Ref"] for one in told} == {topic}

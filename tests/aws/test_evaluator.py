import pytest

from tests.aws.policies import Statement, Use, allows, arn, matches, parse, unused

TABLE = arn("dynamodb", "table/ev-event")
READS = Statement("Allow", ("dynamodb:GetItem", "dynamodb:Query"), (TABLE,))


def test_a_role_may_do_what_a_statement_allows_and_nothing_else() -> None:
    assert allows([READS], Use("r", "dynamodb:GetItem", TABLE))
    assert not allows([READS], Use("r", "dynamodb:PutItem", TABLE))
    assert not allows([READS], Use("r", "dynamodb:GetItem", TABLE + "s"))
    assert not allows([READS], Use("r", "dynamodb:Query", TABLE + "/index/email"))


def test_a_denial_counts_more_than_any_leave() -> None:
    denies = Statement("Deny", ("dynamodb:*",), ("*",))
    assert not allows([READS, denies], Use("r", "dynamodb:GetItem", TABLE))


@pytest.mark.parametrize(
    ("text", "pattern", "fits"),
    [
        ("a-bcdefg", "a-??????", True),
        ("a-bcdef", "a-??????", False),
        ("a.b", "a?b", True),
        ("aXb", "a.b", False),
    ],
)
def test_signs_stand_for_what_iam_says(text: str, pattern: str, *, fits: bool) -> None:
    assert matches(text, pattern) is fits


def test_a_condition_must_hold() -> None:
    passes = parse(
        {
            "Statement": {
                "Effect": "Allow",
                "Action": "iam:PassRole",
                "Resource": "*",
                "Condition": {"StringEquals": {"iam:PassedToService": "scheduler.amazonaws.com"}},
            }
        }
    )
    assert allows(
        passes, Use("r", "iam:PassRole", "x", (("iam:PassedToService", "scheduler.amazonaws.com"),))
    )
    assert not allows(
        passes, Use("r", "iam:PassRole", "x", (("iam:PassedToService", "ec2.amazonaws.com"),))
    )
    assert not allows(passes, Use("r", "iam:PassRole", "x"))


def test_only_items_of_a_granted_kind_may_be_used() -> None:
    desk = arn("dynamodb", "table/ev-desk")
    condition = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["document", "holidays"]}}
    said = {
        "Effect": "Allow",
        "Action": ["dynamodb:GetItem", "dynamodb:Query"],
        "Resource": desk,
        "Condition": condition,
    }
    reads = parse({"Statement": said})

    def use(kind: str) -> Use:
        return Use("r", "dynamodb:GetItem", desk, (("dynamodb:LeadingKeys", kind),))

    assert allows(reads, use("holidays"))
    assert not allows(reads, use("member"))
    assert not allows(reads, Use("r", "dynamodb:GetItem", desk))
    never = ("r", "dynamodb:Query", f"{desk} document holidays")
    assert unused({"r": reads}, [use("document")]) == {never}


def test_what_the_evaluator_does_not_know_is_not_passed_over() -> None:
    with pytest.raises(NotImplementedError, match="NotAction"):
        parse({"Statement": [{"Effect": "Allow", "NotAction": "a", "Resource": "*"}]})
    odd = Statement("Allow", ("a:b",), ("*",), (("Bool", "aws:SecureTransport", ("true",)),))
    with pytest.raises(NotImplementedError, match="Bool"):
        allows([odd], Use("r", "a:b", "x"))


def test_what_was_granted_and_never_used_is_found_action_by_action() -> None:
    made = [Use("r", "dynamodb:GetItem", TABLE), Use("other", "dynamodb:Query", TABLE)]
    assert unused({"r": (READS,)}, made) == {("r", "dynamodb:Query", TABLE)}

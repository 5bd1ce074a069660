"""Every function on AWS: the stacks are made from this, and tests are wired by it."""

from infra.appointments import APPOINTMENTS
from infra.function import Function, Product
from infra.grants import Grant, joined
from infra.guest_list import GUEST_LIST
from infra.shapes import arn
from infra.waitlist import WAITLIST

FUNCTIONS: tuple[Function, ...] = (*GUEST_LIST, *WAITLIST, *APPOINTMENTS)


def function(name: str) -> Function:
    """Return the function of this name; those of the business products are named in full."""
    return next(
        one for one in FUNCTIONS if name in (one.full_name, one.name if one.product == "ev" else "")
    )


def of(product: Product) -> tuple[Function, ...]:
    """Return the functions of a product."""
    return tuple(one for one in FUNCTIONS if one.product == product)


def in_its_name(one: Function) -> tuple[Grant, ...]:
    """Return the grants that Lambda itself uses: for logs, streams and dead letters."""
    found = [
        Grant(
            ("logs:CreateLogStream", "logs:PutLogEvents"),
            arn("logs", f"log-group:{one.logs}:*"),
            "aws",
        )
    ]
    for waking in one.streams:
        stream = arn("dynamodb", f"table/{waking.table.name}/stream/*")
        actions = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
        found.append(Grant(tuple(f"dynamodb:{action}" for action in actions), stream, "aws"))
    if one.asynchronous:
        found.append(Grant(("sqs:SendMessage",), arn("sqs", one.letters), "aws"))
    return tuple(found)


def all_grants(one: Function) -> tuple[Grant, ...]:
    """Return all that a function's role allows."""
    return joined((*one.grants, *in_its_name(one)))

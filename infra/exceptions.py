"""Accepted findings of the security scan, each with its reason, by resource of the templates."""

from infra.shapes import Json

OWN_KEY = (
    "AWS encrypts it with a key of its own. A key of ours costs a dollar a month,"
    " more than the whole guest list, and"
    " whoever could misuse Amazon's key here could use ours:"
    " the same roles would have to be allowed both"
)

NAMELESS = (
    "Neither a phone number nor a job of Textract has an ARN."
    " Where texts may leave, to publish to any topic is denied"
    " beside it; what Textract may be handed is bound by the shelf of the bucket on which it lies"
)

# Kind of resource, name of the check in checkov, reason.
EXCEPTIONS: tuple[tuple[str, str, str], ...] = (
    ("AWS::DynamoDB::Table", "CKV_AWS_119", OWN_KEY),
    (
        "AWS::Logs::LogGroup",
        "CKV_AWS_158",
        f"{OWN_KEY}; logs hold no names, addresses or links, and go after 7 days",
    ),
    ("AWS::SecretsManager::Secret", "CKV_AWS_149", OWN_KEY),
    ("AWS::SQS::Queue", "CKV_AWS_27", "It is encrypted, by SQS's own keys (SqsManagedSseEnabled)"),
    (
        "AWS::SNS::Topic",
        "CKV_AWS_26",
        (
            "SES, CloudWatch and Budgets cannot publish to a topic under Amazon's key,"
            " and what passes is not kept there"
        ),
    ),
    (
        "AWS::S3::Bucket",
        "CKV_AWS_18",
        (
            "An access log would be a second place with traces of guests."
            " Nobody but our own roles and SES gets in"
        ),
    ),
    (
        "AWS::Lambda::Function",
        "CKV_AWS_115",
        (
            "A reserve for one function takes from the others,"
            " and makes guests wait at sign-up when many come"
        ),
    ),
    (
        "AWS::Lambda::Function",
        "CKV_AWS_116",
        (
            "What is woken asynchronously has its queue by EventInvokeConfig;"
            " callers of the others wait for the answer"
        ),
    ),
    (
        "AWS::Lambda::Function",
        "CKV_AWS_117",
        (
            "It speaks only to AWS's public endpoints, by TLS and under its own role;"
            " a VPC would add a NAT's costs"
        ),
    ),
    (
        "AWS::Lambda::Function",
        "CKV_AWS_173",
        "The variables name an account, a role and buckets: nothing secret",
    ),
    (
        "AWS::IAM::Role",
        "CKV_AWS_111",
        NAMELESS,
    ),
    (
        "AWS::Lambda::Url",
        "CKV_AWS_258",
        (
            "Guests have no AWS account. Pages are public, links are signed,"
            " the desk and the API have their own sign-in"
        ),
    ),
)


def with_reasons(resources: Json) -> Json:
    """Put the exceptions beside the resources that they are for."""
    return {name: _explained(one) for name, one in resources.items()}


def _explained(resource: Json) -> Json:
    fitting = [(check, why) for kind, check, why in EXCEPTIONS if kind == resource["Type"]]
    skipped = [{"id": check, "comment": why} for check, why in fitting if _needed(resource, check)]
    return {**resource, "Metadata": {"checkov": {"skip": skipped}}} if skipped else resource


def _needed(resource: Json, check: str) -> bool:
    """Return True if a check applies: without variables, for example, none can be secret."""
    if check == "CKV_AWS_111":
        return any(
            one["Resource"] == "*"
            for one in resource["Properties"]["Policies"][0]["PolicyDocument"]["Statement"]
        )
    return check != "CKV_AWS_173" or "Environment" in resource["Properties"]

"""Topics for the notices of Textract: one per front desk, which invokes the parser of its mail."""

from infra.function import Product
from infra.functions import function_id
from infra.names import SEEN, TEXTRACT_ROLE
from infra.registry import function
from infra.shapes import Json, allow, arn, att, policy, ref, resource, sub


def resources(product: Product) -> Json:
    """Describe the topic, the role under which Textract tells it something, and whom it wakes."""
    if product == "ev":
        return {}
    parser = function_id(function(f"{product}-intake-ses-parser"))
    name = f"{product.title()}Seen"
    permission = {
        "Action": "lambda:InvokeFunction",
        "FunctionName": ref(parser),
        "Principal": "sns.amazonaws.com",
        "SourceArn": ref(f"{name}Topic"),
    }
    subscription = {
        "TopicArn": ref(f"{name}Topic"),
        "Protocol": "lambda",
        "Endpoint": att(parser, "Arn"),
    }
    return {
        f"{name}Topic": resource("AWS::SNS::Topic", {"TopicName": SEEN[product]}),
        f"{name}Role": _role(TEXTRACT_ROLE[product], f"{name}Topic"),
        f"{name}Permission": resource("AWS::Lambda::Permission", permission),
        f"{name}Subscription": resource(
            "AWS::SNS::Subscription", subscription, DependsOn=f"{name}Permission"
        ),
    }


def _role(name: str, topic: str) -> Json:
    """Describe the role of Textract for jobs of this account: it may publish to this topic."""
    trusted = {
        "Effect": "Allow",
        "Principal": {"Service": "textract.amazonaws.com"},
        "Action": "sts:AssumeRole",
        "Condition": {
            "StringEquals": {"aws:SourceAccount": ref("AWS::AccountId")},
            "ArnLike": {"aws:SourceArn": sub(arn("textract", "*"))},
        },
    }
    properties = {
        "RoleName": name,
        "Description": "What Textract may do: tell that it is done",
        "AssumeRolePolicyDocument": policy(trusted),
        "Policies": [
            {"PolicyName": name, "PolicyDocument": policy(allow(["sns:Publish"], ref(topic)))}
        ],
    }
    return resource("AWS::IAM::Role", properties)

"""Shapes of AWS events about mail and failures: SES by SNS, S3 notices, dead letters."""

import json
from typing import Any

from tests.aws.emulator import ACCOUNT, REGION

Json = dict[str, Any]
SES_ID = "010e018f2c3d4e5f-1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d-000000"
STAMP = "2026-06-01T09:00:05.000Z"
SPF_CHECK = "spfCheck: domain of example.org designates 192.0.2.7 as permitted sender"
SPF_FACTS = "client-ip=192.0.2.7; envelope-from=anna@example.org; helo=mx.example.org;"


def sns_event(*messages: Json | str, topic: str = "ev-bounces") -> Json:
    """The event by which a topic wakes a function; it holds each message as a text."""
    return {"Records": [_sns_record(message, topic) for message in messages]}


def _sns_record(message: Json | str, topic: str) -> Json:
    arn = f"arn:aws:sns:{REGION}:{ACCOUNT}:{topic}"
    return {
        "EventSource": "aws:sns",
        "EventVersion": "1.0",
        "EventSubscriptionArn": f"{arn}:2bcfbf39-05c3-41de-beaa-fcfcc21c8f55",
        "Sns": {
            "Type": "Notification",
            "MessageId": "95df01b4-ee98-5cb9-9903-4c221d41eb5e",
            "TopicArn": arn,
            "Subject": "Amazon SES Email Event Notification",
            "Message": message if isinstance(message, str) else json.dumps(message),
            "Timestamp": STAMP,
            "SignatureVersion": "1",
            "Signature": "tcc6faL2yUC6dgZdmrwh1Y4cGa==",
            "SigningCertUrl": f"https://sns.{REGION}.amazonaws.com/SimpleNotificationService.pem",
            "UnsubscribeUrl": f"https://sns.{REGION}.amazonaws.com/?Action=Unsubscribe",
            "MessageAttributes": {},
        },
    }


def sent(to: str, *, tag: str = "", message_id: str = SES_ID, our_id: str = "") -> Json:
    """Return the mail of an SES event; tags come only with a configuration set's destination."""
    headers = [{"name": "To", "value": to}, {"name": "Message-ID", "value": f"<{our_id}>"}]
    return {
        "timestamp": "2026-06-01T09:00:02.000Z",
        "source": "events@example.org",
        "sourceArn": f"arn:aws:ses:{REGION}:{ACCOUNT}:identity/example.org",
        "sendingAccountId": ACCOUNT,
        "messageId": message_id,
        "destination": [to],
        **({"headersTruncated": False, "headers": headers} if our_id else {}),
        **(
            {"commonHeaders": {"to": [to], "messageId": f"<{our_id}>", "subject": "Hi"}}
            if our_id
            else {}
        ),
        **({"tags": {"ses:configuration-set": ["ev-mail"], "message": [tag]}} if tag else {}),
    }


def bounced(
    mail: Json, kind: str = "Permanent", sub: str = "General", *, recipient: str = ""
) -> Json:
    """A bounce; where the other side sent a report, the recipient is the one that it names."""
    return {
        "eventType": "Bounce",
        "bounce": {
            "feedbackId": "010e018f2c3d5000-aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee-000000",
            "bounceType": kind,
            "bounceSubType": sub,
            "bouncedRecipients": [
                {
                    "emailAddress": recipient or mail["destination"][0],
                    "action": "failed",
                    "status": "5.1.1",
                    "diagnosticCode": "smtp; 550 5.1.1 user unknown",
                }
            ],
            "timestamp": STAMP,
            "reportingMTA": "dns; mx.example.org",
        },
        "mail": mail,
    }


def complained(mail: Json, kind: str | None = "abuse") -> Json:
    """A complaint; not every server says of which kind."""
    said = (
        {"userAgent": "X/1.0", "complaintFeedbackType": kind, "arrivalDate": STAMP} if kind else {}
    )
    people = [{"emailAddress": address} for address in mail["destination"]]
    complaint = {
        "complainedRecipients": people,
        "timestamp": STAMP,
        "feedbackId": "f",
        "complaintSubType": None,
    }
    return {"eventType": "Complaint", "complaint": {**complaint, **said}, "mail": mail}


def put_event(
    key: str, *, bucket: str = "ev-raw-mime", size: int = 1000, name: str = "ObjectCreated:Put"
) -> Json:
    """The event by which S3 tells of an object; the key is written as in an address."""
    return {
        "Records": [
            {
                "eventVersion": "2.1",
                "eventSource": "aws:s3",
                "awsRegion": REGION,
                "eventTime": STAMP,
                "eventName": name,
                "userIdentity": {"principalId": "AWS:AROAEXAMPLE:ses"},
                "requestParameters": {"sourceIPAddress": "10.0.0.1"},
                "responseElements": {"x-amz-request-id": "C3D13FE58DE4C810"},
                "s3": {
                    "s3SchemaVersion": "1.0",
                    "configurationId": "intake",
                    "bucket": {"name": bucket, "arn": f"arn:aws:s3:::{bucket}"},
                    "object": {
                        "key": key,
                        "size": size,
                        "eTag": "e",
                        "versionId": "v1",
                        "sequencer": "0055AED6",
                    },
                },
            }
        ]
    }


def taken_by_ses(
    raw: bytes,
    to: str = "rsvp+party@rsvp.test",
    *,
    sender: str = "anna@example.org",
    results: str = f"spf=pass ({SPF_CHECK}) {SPF_FACTS} "
    "dkim=pass header.i=@example.org; dmarc=pass header.from=example.org;",
    spam: str = "PASS",
    virus: str = "PASS",
    helo: str = "mx.example.org",
) -> bytes:
    """Return a mail as SES stores it, with its verdicts, receipt and signature on top."""
    verdict = f"Authentication-Results: amazonses.com;\r\n {results}\r\n" if results else ""
    head = (
        f"Return-Path: <{sender}>\r\n"
        f"Received: from {helo} (mx.example.org [192.0.2.7])\r\n"
        f" by inbound-smtp.{REGION}.amazonaws.com"
        " with SMTP id q041v1u3p6g5bust1o2se9of7vf685mtivi7ci01\r\n"
        f" for {to};\r\n Mon, 01 Jun 2026 09:00:00 +0000 (UTC)\r\n"
        f"X-SES-Spam-Verdict: {spam}\r\nX-SES-Virus-Verdict: {virus}\r\n"
        f"Received-SPF: pass ({SPF_CHECK}) {SPF_FACTS}\r\n"
        f"{verdict}"
        "X-SES-RECEIPT: AEFBQUFBQUFBQUFHZFR2NW1r\r\n"
        "X-SES-DKIM-SIGNATURE: a=rsa-sha256; q=dns/txt; b=M2UWv; c=relaxed/simple;"
        " s=224i4yxa5dv7c2xz3womw6peuasteono; d=amazonses.com; t=1780304400; v=1;"
        " bh=OwEa; h=From:To:Cc:Bcc:Subject:Date:Message-ID;\r\n"
    )
    sent = raw if b"\r\n" in raw else raw.replace(b"\n", b"\r\n")
    return head.encode() + sent


def given_up(function: str, payload: Json | None) -> Json:
    """What Lambda sends on when a function failed at an event that nobody waits for."""
    event = {} if payload is None else {"requestPayload": payload}
    return {
        "version": "1.0",
        "timestamp": STAMP,
        "requestContext": {
            "requestId": "e4b46cbf-b738-xmpl-8880-a18cdf61200e",
            "functionArn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}:$LATEST",
            "condition": "RetriesExhausted",
            "approximateInvokeCount": 3,
        },
        **event,
        "responseContext": {
            "statusCode": 200,
            "executedVersion": "$LATEST",
            "functionError": "Unhandled",
        },
        "responsePayload": {"errorMessage": "StoreDown", "errorType": "Failed"},
    }


def given_up_batch(function: str, stream: str, shard: str, numbers: tuple[str, str]) -> Json:
    """What an event source mapping sends on: not the records, only where they are."""
    first, last = numbers
    told = given_up(function, None)
    del told["responsePayload"]
    return {
        **told,
        "DDBStreamBatchInfo": {
            "shardId": shard,
            "startSequenceNumber": first,
            "endSequenceNumber": last,
            "approximateArrivalOfFirstRecord": STAMP,
            "approximateArrivalOfLastRecord": STAMP,
            "batchSize": 2,
            "streamArn": stream,
        },
    }


def from_scheduler(function: str, *, cut: bool = False) -> Json:
    """Return the attributes of an input that EventBridge Scheduler could not hand over."""
    told = {
        "ERROR_CODE": "AWSLambdaException",
        "ERROR_MESSAGE": "Rate Exceeded.",
        "EXECUTION_ID": "ad06616e51cdf74a",
        "EXHAUSTED_RETRY_CONDITION": "MaximumRetryAttempts",
        "IS_PAYLOAD_TRUNCATED": "true" if cut else "false",
        "RETRY_ATTEMPTS": "2",
        "SCHEDULED_TIME": "2026-06-01T09:00:00Z",
        "SCHEDULE_ARN": f"arn:aws:scheduler:{REGION}:{ACCOUNT}:schedule/ev/x",
        "TARGET_ARN": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}",
    }
    return {name: {"DataType": "String", "StringValue": value} for name, value in told.items()}

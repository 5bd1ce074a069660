"""Textract as a service of the emulator, which has none: jobs that end later, reported by SNS.

Its own Python runs this, so it imports nothing of ours. It sees what a picture says behind the mark
SAYS, nothing in one that holds UNREADABLE, and in any PDF the same words. One that holds WAITS is
read once somebody has asked how far it is. Its answers are checked against botocore's model of the
service in tests/platforms/aws/test_textract.py.
"""

import contextvars
import hashlib
import json
import re
import threading
import time
from importlib import import_module
from typing import Any

Json = dict[str, Any]
SAYS, UNREADABLE, WAITS = b"SAYS:", b"UNREADABLE", b"WAITS"
IN_A_PDF = "Name: Ada Scan\nPhone: +65 8123 9001\nService: Cut"
READING_SECONDS, LONGEST_WAIT = 1.0, 60.0
AT_ONCE = 1000
PREFIX = "Textract."
TOKEN = re.compile(r"[a-zA-Z0-9_-]{1,64}")
TAG = re.compile(r"[a-zA-Z0-9_.\-:]{1,64}")

jobs: dict[str, Json] = {}
was_asked: dict[str, threading.Event] = {}


async def handle_request(
    method: str, path: str, headers: dict[str, str], body: bytes, query: Any
) -> Any:
    """Answer one request, in JSON 1.1."""
    answers = import_module("ministack.core.responses")
    asked = json.loads(body or b"{}")
    operation = headers.get("x-amz-target", "").removeprefix(PREFIX)
    try:
        return answers.json_response(OPERATIONS[operation](asked))
    except Refused as refused:
        return answers.error_response_json(*refused.args, 400)


class Refused(Exception):
    """What Textract refuses: the name of its error, and words."""


def _start(asked: Json) -> Json:
    token = asked.get("ClientRequestToken", "")
    place = asked["DocumentLocation"]["S3Object"]
    if not TOKEN.fullmatch(token) or not TAG.fullmatch(asked.get("JobTag", "")):
        raise Refused("InvalidParameterException", "Request has invalid parameters")
    job = hashlib.sha256(token.encode()).hexdigest()
    if job in jobs and jobs[job]["asked"] != asked:
        raise Refused(
            "IdempotentParameterMismatchException", "The token was used for something else"
        )
    if job not in jobs:
        s3 = import_module("ministack.services.s3")
        content = s3._get_object_data(place["Bucket"], place["Name"])  # noqa: SLF001 - ministack's
        if content is None:
            raise Refused("InvalidS3ObjectException", "Unable to get object metadata from S3")
        jobs[job] = {"asked": asked, "status": "IN_PROGRESS", "blocks": []}
        was_asked[job] = threading.Event()
        known = contextvars.copy_context()
        threading.Thread(target=known.run, args=(_read, job, bytes(content)), daemon=True).start()
    return {"JobId": job}


def _read(job: str, content: bytes) -> None:
    """Read for a while, and tell of it."""
    if WAITS in content:
        was_asked[job].wait(LONGEST_WAIT)
    time.sleep(READING_SECONDS)
    one = jobs[job]
    said = IN_A_PDF if content.startswith(b"%PDF") else content.partition(SAYS)[2].decode()
    one["blocks"] = _blocks(said.strip().split("\n"))
    one["status"] = "FAILED" if UNREADABLE in content else "SUCCEEDED"
    place, channel = (
        one["asked"]["DocumentLocation"]["S3Object"],
        one["asked"]["NotificationChannel"],
    )
    notice = {
        "JobId": job,
        "Status": one["status"],
        "API": "StartDocumentTextDetection",
        "JobTag": one["asked"]["JobTag"],
        "Timestamp": int(time.time() * 1000),
        "DocumentLocation": {"S3ObjectName": place["Name"], "S3Bucket": place["Bucket"]},
    }
    import_module("ministack.services.sns").publish_internal(
        channel["SNSTopicArn"], json.dumps(notice)
    )


def _blocks(lines: list[str]) -> list[Json]:
    """Write a page as Textract does: what stands left and right of a colon it takes for two."""
    found: list[Json] = [{"BlockType": "PAGE", "Id": "page", "Page": 1}]
    for number, line in enumerate(lines):
        left, _, right = line.partition(": ")
        for column, words in enumerate(filter(None, (f"{left}:" if right else left, right))):
            box = {
                "Top": 0.1 + number * 0.05,
                "Left": 0.1 + column * 0.3,
                "Height": 0.02,
                "Width": 0.2,
            }
            block = {"BlockType": "LINE", "Text": words, "Confidence": 98.7, "Page": 1}
            found.append(
                {**block, "Id": f"line-{number}-{column}", "Geometry": {"BoundingBox": box}}
            )
    return found


def _get(asked: Json) -> Json:
    one = jobs.get(asked["JobId"])
    if one is None:
        raise Refused("InvalidJobIdException", "Request has invalid Job Id")
    was_asked[asked["JobId"]].set()
    if one["status"] != "SUCCEEDED":
        why = {"StatusMessage": "INVALID_IMAGE_TYPE"} if one["status"] == "FAILED" else {}
        return {"JobStatus": one["status"], **why}
    start = int(asked.get("NextToken") or 0)
    end = start + min(
        asked.get("MaxResults", AT_ONCE), 3
    )  # a few at once, so that there is always a next page
    more = {"NextToken": str(end)} if end < len(one["blocks"]) else {}
    pages = {"DocumentMetadata": {"Pages": 1}, "DetectDocumentTextModelVersion": "1.0"}
    return {"JobStatus": "SUCCEEDED", "Blocks": one["blocks"][start:end], **pages, **more}


OPERATIONS = {"StartDocumentTextDetection": _start, "GetDocumentTextDetection": _get}


def add_textract() -> None:
    """Add Textract to the emulator, with a name, policies and recorded calls like all others."""
    import_module("ministack.app").SERVICE_HANDLERS["textract"] = handle_request
    patterns = {"target_prefixes": [PREFIX], "host_patterns": [r"textract\."]}
    import_module("ministack.core.router").SERVICE_PATTERNS["textract"] = patterns
    import_module("ministack.core.iam_actions").SERVICE_TO_IAM_NAMESPACE["textract"] = "textract"

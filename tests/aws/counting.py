"""From the record of a play to what AWS would bill: units counted by AWS's own rules."""

from collections import defaultdict
from math import ceil

from fullhouse.kernel.sms import segment_count
from tests.aws.record import Call, Line, Read, Record, Write

KILOBYTE = 1024
READ_BYTES = 4 * KILOBYTE
GIGABYTE = KILOBYTE**3
# A function has a whole core from this much memory on, and a share of it with less. The whole time
# of a run here, on a whole core, counts as busy, so the bill is too high rather than too low.
WHOLE_CORE_MEGABYTES = 1769
# Lambda adds three lines of its own to each run: start, end, report.
REPORT_BYTES = 400
UNITS = {"secretsmanager": "secrets", "ssm": "parameters", "sns": "notices", "sqs": "queued"}


def used(record: Record) -> dict[str, float]:
    """Count what the functions of a play used, each unit under its name in the price table."""
    found: defaultdict[str, float] = defaultdict(float)
    for call in record.functions_calls:
        for unit, amount in _of_call(call).items():
            found[unit] += amount
    runs = record.runs
    found["invocations"] += len(runs)
    found["rings"] += len(record.rings)
    seconds = sum(run.took for run in runs)
    found["gigabyte_seconds"] += seconds * WHOLE_CORE_MEGABYTES / KILOBYTE
    log_bytes = sum(run.log_bytes + REPORT_BYTES for run in runs)
    found["log_gigabytes"] += log_bytes / GIGABYTE
    return dict(found)


def without(record: Record, *names: str) -> Record:
    """Leave out what functions and schedules did whose names begin so."""

    def is_theirs(line: Line) -> bool:
        doer = (
            getattr(line, "by", "")
            or getattr(line, "function", "")
            or getattr(line, "name", "")
            or ""
        )
        return str(doer).startswith(names)

    return Record(tuple(one for one in record.lines if not is_theirs(one)))


def _of_call(call: Call) -> dict[str, float]:
    if call.service == "dynamodb":
        return {
            "writes": sum(map(_write_units, call.writes)),
            "reads": sum(map(_read_units, call.reads)),
        }
    if call.operation == "SendRawEmail":
        return {"mails": 1, "mail_gigabytes": call.sent / GIGABYTE}
    if call.operation == "Publish" and "Message" in call.names:
        return {"texts": segment_count(call.names["Message"])}
    if call.operation == "PutEvents":
        return {"events": len(call.names["Entries"])}
    if call.service == "s3":
        return {"puts" if call.operation in {"PutObject", "ListObjectsV2"} else "gets": 1}
    return {UNITS[call.service]: 1} if call.service in UNITS else {}


def _write_units(write: Write) -> float:
    units = ceil(max(write.asked, write.before, write.after, 1) / KILOBYTE)
    return units * (2 if write.transactional else 1) + sum(write.indexes.values())


def _read_units(read: Read) -> float:
    units = ceil(max(read.bytes, 1) / READ_BYTES)
    return units * (2.0 if read.transactional else 1.0 if read.consistent else 0.5)

"""AWS list prices in Singapore, without the free tier."""

from typing import NamedTuple

AS_OF = "2026-11"
REGION = "ap-southeast-1"
MILLION = 1_000_000


class Price(NamedTuple):
    """A price in dollars for `per` units; `service` is the line of the bill."""

    service: str
    dollars: float
    per: float = 1


PRICES: dict[str, Price] = {
    "mails": Price("SES", 0.10, 1_000),
    "mail_gigabytes": Price("SES", 0.12),
    "mails_in": Price("SES", 0.10, 1_000),
    "writes": Price("DynamoDB", 0.7125, MILLION),
    "reads": Price("DynamoDB", 0.1425, MILLION),
    "invocations": Price("Lambda", 0.20, MILLION),
    "gigabyte_seconds": Price("Lambda", 0.0000133334),
    "rings": Price("Scheduler", 1.00, MILLION),
    "events": Price("EventBridge", 1.00, MILLION),
    "puts": Price("S3", 0.005, 1_000),
    "gets": Price("S3", 0.0004, 1_000),
    "secrets": Price("Secrets Manager", 0.05, 10_000),
    "parameters": Price("Parameter Store", 0.0),
    "notices": Price("SNS", 0.50, MILLION),
    # Price in the United States, without fees of phone companies; other countries differ.
    "texts": Price("Texts", 0.00645),
    "queued": Price("SQS", 0.40, MILLION),
    "log_gigabytes": Price("CloudWatch", 0.70),
}

# Textract, per page of a PDF or picture in a mail; price in the United States. The number of pages
# does not depend on entries or appointments.
PAGE_READ = 0.0015

# Fixed cost of a month: the secret, and the one alarm beyond the ten free ones.
MONTHLY: dict[str, float] = {"Secrets Manager": 0.40, "CloudWatch": 0.10}
# In addition for a waitlist: two more secrets, and six more alarms, one of them with two metrics.
MONTHLY_OF_WAITLIST: dict[str, float] = {"Secrets Manager": 0.80, "CloudWatch": 0.70}
# In addition for appointments: one more secret, and four more alarms.
MONTHLY_OF_APPOINTMENTS: dict[str, float] = {"Secrets Manager": 0.40, "CloudWatch": 0.40}

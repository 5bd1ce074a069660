"""Names and numbers that more than one place has to agree on."""

REGION = "ap-southeast-1"
RUNTIME = "python3.14"
ARCHITECTURE = "arm64"
PREFIX = "ev-"

LOGS_KEPT_DAYS = 7
LETTERS_KEPT_DAYS = 14
BUDGET_DOLLARS = 15
BUDGET_PERCENT = (80, 100)

ASSETS = "ev-assets"  # buckets have account and region behind their names
RAW_MIME = "ev-raw-mime"
LINK_KEY = "ev/links/signing-key"
LINK_KEY_DAYS = 90
CONFIG = "/ev/config/"
SCHEDULES = "ev"
SCHEDULER_ROLE = "ev-scheduler"
SWEEP = "ev-sweep"
SWEEP_RATE = "rate(15 minutes)"
MAIL_SET = "ev-mail"
RULE_SET = "ev-inbound-rules"
RULE = "ev-rsvp"
BOUNCES = "ev-bounces"
COMPLAINTS = "ev-complaints"
ALARM_TOPIC = "ev-alarm"
COST_TOPIC = "ev-cost-alarm"
BUDGET = "ev-monthly"

"""Names and numbers that more than one place has to agree on."""

REGION = "ap-southeast-1"
RUNTIME = "python3.14"
ARCHITECTURE = "arm64"

LOGS_KEPT_DAYS = 7
LETTERS_KEPT_DAYS = 14
BUDGET_DOLLARS = 15
BUDGET_PERCENT = (80, 100)

ASSETS = "ev-assets"  # buckets have account and region behind their names
RAW_MIME = "ev-raw-mime"
WAITLIST_MIME = "wl-raw-mime"
WAITLIST_SOURCE = "wl-waitlist-source"
RULES_SOURCE = "wl-rules-source"
LINK_KEY = "ev/links/signing-key"
LINK_KEY_DAYS = 90
WEBHOOK_SECRET = "wl/webhook/secret"  # noqa: S105 - the name under which it is kept
GOOGLE_ACCOUNT = "wl/drive/sa"
CONFIG = {"ev": "/ev/config/", "wl": "/wl/config/"}
SCHEDULES = "ev"
SCHEDULER_ROLE = "ev-scheduler"
SWEEP = "ev-sweep"
SWEEP_RATE = "rate(15 minutes)"
HOUSEKEEPING, EVERY_NIGHT = "wl-housekeeping", "cron(0 3 * * ? *)"
SYNC, EVERY_FEW_MINUTES = "wl-drive-sync", "rate(3 minutes)"
SUMMARY, EVERY_FIRST_MONDAY = "wl-monthly-summary", "cron(0 9 ? * 2#1 *)"
MAIL_SET = "ev-mail"
RULE_SET = "ev-inbound-rules"
RULE = "ev-rsvp"
WAITLIST_RULE = "wl-waitlist"
WAITLIST_SHELF = "waitlist/"  # so that a mail's name says in which bucket it is
WAITLIST_ADDRESS = "waitlist"
TEXTS_IN = "wl-texts-in"
BOUNCES = "ev-bounces"
COMPLAINTS = "ev-complaints"
ALARM_TOPIC = "ev-alarm"
COST_TOPIC = {"ev": "ev-cost-alarm", "wl": "wl-cost-alarm"}
BUDGET = {"ev": "ev-monthly", "wl": "wl-monthly"}

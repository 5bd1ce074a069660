"""The contents of packages for Lambda: the libraries and our files that each leaves out."""

import msgspec

from fullhouse.web.pages import COMPILED
from infra.function import Package
from infra.registry import FUNCTIONS

LARGEST_BYTES = 15_000_000
# Lambda has botocore; a server, a terminal and a mail server are not needed there.
NOT_NEEDED = ("aiosmtpd", "botocore", "click", "httptools", "rich", "uvicorn", "uvloop")
# Unused parts of libraries: tests, terminals, other event loops, old time zones, a resolver,
# server middleware, old names, the regions of phone numbers, Windows, and tables of zones.
LEFT_OUT = (
    "anyio/_backends/_trio.py",
    "anyio/_core/_asyncio_selector_thread.py",
    "anyio/_core/_subprocesses.py",
    "anyio/_core/_tempfile.py",
    "anyio/functools.py",
    "anyio/itertools.py",
    "anyio/pytest_plugin.py",
    "anyio/streams/buffered.py",
    "anyio/streams/file.py",
    "anyio/streams/text.py",
    "anyio/to_interpreter.py",
    "anyio/to_process.py",
    "bin",
    "dateutil/tz/win.py",
    "dateutil/tzwin.py",
    "dateutil/zoneinfo",
    "dns",
    "email_validator/__main__.py",
    "email_validator/deliverability.py",
    "icalendar/cli.py",
    "icalendar/timezone/equivalent_timezone_ids.py",
    "icalendar/tests",
    "idna/cli.py",
    "idna/codec.py",
    "jinja2/meta.py",
    "jinja2/nativetypes.py",
    "markdown_it/cli",
    "markdown_it/port.yaml",
    "markupsafe/_speedups.c",
    "multipart",
    "phonenumbers/carrier.py",
    "phonenumbers/geocoder.py",
    "phonenumbers/prefix.py",
    "phonenumbers/timezone.py",
    "pypdfium2/__main__.py",
    "pypdfium2_cli",
    "recurring_ical_events/test",
    "segno/cli.py",
    "segno/helpers.py",
    "share",
    "slack",
    "slack_sdk/aiohttp_version_checker.py",
    "slack_sdk/audit_logs",
    "slack_sdk/http_retry/async_handler.py",
    "slack_sdk/http_retry/builtin_async_handlers.py",
    "slack_sdk/models/dialoags.py",
    "slack_sdk/models/dialogs",
    "slack_sdk/oauth",
    "slack_sdk/rtm",
    "slack_sdk/rtm_v2",
    "slack_sdk/scim",
    "slack_sdk/signature",
    "slack_sdk/socket_mode",
    "slack_sdk/web/async_base_client.py",
    "slack_sdk/web/async_chat_stream.py",
    "slack_sdk/web/async_client.py",
    "slack_sdk/web/async_internal_utils.py",
    "slack_sdk/web/async_slack_response.py",
    "slack_sdk/web/legacy_base_client.py",
    "slack_sdk/web/legacy_client.py",
    "slack_sdk/web/legacy_slack_response.py",
    "slack_sdk/webhook/async_client.py",
    "starlette/authentication.py",
    "starlette/config.py",
    "starlette/endpoints.py",
    "starlette/middleware/authentication.py",
    "starlette/middleware/base.py",
    "starlette/middleware/cors.py",
    "starlette/middleware/gzip.py",
    "starlette/middleware/opentelemetry.py",
    "starlette/middleware/sessions.py",
    "starlette/middleware/wsgi.py",
    "starlette/schemas.py",
    "starlette/staticfiles.py",
    "starlette/templating.py",
    "starlette/testclient.py",
    "tzdata/zoneinfo/iso3166.tab",
    "tzdata/zoneinfo/leapseconds",
    "tzdata/zoneinfo/tzdata.zi",
    "tzdata/zoneinfo/zone1970.tab",
    "tzdata/zoneinfo/zonenow.tab",
)

# Generated tables, and large libraries: only their byte code is packed, if there is any. A
# traceback still names their lines. (anyio itself and its abc read their own source.)
UNREAD = (
    "anyio/_backends",
    "anyio/_core",
    "anyio/from_thread.py",
    "anyio/streams",
    "click",
    "dateutil",
    "email_validator",
    f"fullhouse/web/{COMPILED}",
    "icalendar",
    "idna",
    "jinja2",
    "mangum",
    "markdown_it",
    "markupsafe",
    "mdurl",
    "msgspec",
    "phonenumbers",
    "python_multipart",
    "segno",
    "six.py",
    "slack_sdk",
    "starlette",
    "typing_extensions.py",
)


class Contents(msgspec.Struct, frozen=True):
    """Libraries and parts of our code that a package leaves out, besides those left out of all."""

    libraries: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    largest: int = LARGEST_BYTES


# What people type is not what functions do.
TYPED = ("platforms/aws/cost", "platforms/aws/dead_letters.py")
EVERYWHERE = ("cli", "platforms/local", "platforms/memory", *TYPED)
# Clients of Google and readers of calendars, with their own libraries: heavy, and not for pages.
GOOGLE = (
    "google",
    "cryptography",
    "pyasn1",
    "pyasn1_modules",
    "cffi",
    "pycparser",
    "_cffi_backend",
)
CALENDARS = ("recurring_ical_events", "x_wr_timezone.py", "click")
OUTSIDE = ("inbound/google", "inbound/calendar_feeds", "inbound/spreadsheets", "inbound/sync")
PHONES = ("phonenumbers",)
# What writes to staff in Slack.
SLACK = ("slack_sdk",)
# What knows the public holidays of the world: a fifth of what else it travels with.
HOLIDAYS = ("holidays",)
# What reads the descriptions of events.
MARKDOWN = ("markdown_it", "mdurl")
# What opens a PDF: nobody waits for whoever reads mail.
PDFS = ("pypdfium2", "pypdfium2_cfg", "pypdfium2_raw")
# Web libraries, not needed by functions that only a schedule or another function invokes.
PAGES = ("anyio", "mangum", "python_multipart", "starlette")
# What only hosts open, and what only puts letters on paper.
BACKSTAGE = (
    "inbound/mail",
    "inbound/questions",
    "inbound/replies",
    "inbound/slack",
    "web/api",
    "web/desk",
    "web/hooks/slack.py",
    "web/templates/desk",
)
# What reads mail and has a model word things, beside the little of it that the desk has a use for.
READERS = {
    "inbound/mail": (
        "arrival",
        "attempt",
        "authentication",
        "auto_replies",
        "automatic_texts",
        "away_notes",
        "bounce_reports",
        "calendar_reply",
        "event_mail",
        "fair_threads",
        "guest_questions",
        "header_check",
        "mail_client",
        "mail_shares",
        "mark_proof",
        "marked_commands",
        "new_text",
        "organizational_domain",
        "our_addresses",
        "our_questions",
        "parsing",
        "pipeline",
        "reader",
        "reasons",
        "repeated_answers",
        "sender_check",
        "threads",
        "unproven_answers",
        "wanted",
        "wishes",
    ),
    "inbound/extraction": (
        "closing_names",
        "customer_names",
        "date_context",
        "date_patterns",
        "dates",
        "labelled_lines",
        "offered_times",
        "party_size",
        "passages",
        "request",
        "request_text",
        "requester",
        "thread",
        "times",
    ),
    "inbound/llm": (
        "anthropic",
        "field_extraction",
        "grounding",
        "mail_extraction",
        "narration",
        "number_words",
        "openai",
        "settings",
        "vendor_http",
    ),
}
SEES = tuple(
    f"platforms/aws/{name}.py"
    for name in ("dynamodb/hourly_counts", "mail/intake", "pdf_worker", "textract")
)
# The desk is one function; the handlers of the others are of no use to it.
OTHERS = tuple(
    f"{one.handler.removeprefix('fullhouse.').rpartition('.')[0].replace('.', '/')}.py"
    for one in FUNCTIONS
    if one.package != "desk"
)
# The pages that guests see; other functions serve them.
GUEST_PAGES = tuple(
    f"web/rsvp/{name}.py"
    for name in (
        "embedding",
        "event_page",
        "guest_status",
        "link_actions",
        "link_pages",
        "request_page",
        "submission",
    )
)
# The public pages of waitlist and appointments, and the hook of booking tools.
CUSTOMER_PAGES = (
    *(
        f"web/waitlist/{name}.py"
        for name in (
            "join_page",
            "later_times",
            "link_pages",
            "link_session",
            "request_page",
            "result_text",
            "wishes_page",
        )
    ),
    "inbound/sms.py",
    "inbound/text_answers.py",
    *(
        f"web/appointments/{name}.py"
        for name in (
            "booking_page",
            "free_days",
            "link_pages",
            "link_session",
            "result_text",
            "routes",
            "time_picker",
        )
    ),
    "inbound/forms/booking_form.py",
    "inbound/text_notes.py",
    "web/hooks/slots.py",
)
# Their templates.
PAGE_TEMPLATES = tuple(f"web/templates/{place}" for place in ("appointments", "rsvp", "waitlist"))
# What only those handlers use, and sheets that are files.
OF_OTHERS = (
    *PAGE_TEMPLATES,
    *GUEST_PAGES,
    *CUSTOMER_PAGES,
    "inbound/spreadsheets/file_sheet.py",
    "inbound/webhook_signature.py",
    "inbound/wish_words/letters.py",
    *(
        f"platforms/aws/{name}.py"
        for name in ("alarms", "bus", "google_key", "schedules", "streams")
    ),
    "platforms/aws/key_rotation.py",
    "platforms/aws/mail/feedback.py",
    "platforms/aws/mail/outbox.py",
    "products/frontdesk/waitlist/bus_events.py",
    "products/rsvp/bus_events.py",
    "web/api/control.py",
    "web/app.py",
)
# What tells from a mail's words what its sender wants, and what opens files.
WANTS = (
    "inbound/attachments",
    "inbound/replies",
    *SEES,
    *(f"inbound/extraction/{name}.py" for name in READERS["inbound/extraction"]),
)
# What takes mail in and answers it; bounces are told in another way.
TAKES_MAIL = tuple(
    f"inbound/mail/{name}.py"
    for name in (
        "event_mail",
        "fair_threads",
        "our_questions",
        "pipeline",
        "repeated_answers",
        "threads",
        "unproven_answers",
    )
)
READS_MAIL = (
    *WANTS,
    *(f"{room}/{name}.py" for room in ("inbound/mail", "inbound/llm") for name in READERS[room]),
)
# What adds imported guests; who reads mail needs only its reader of workbooks.
IMPORTS = tuple(f"inbound/guest_import/{name}.py" for name in ("job", "placement", "preview"))
# What makes covers and share images, which needs a library that no package has.
PICTURES = ("inbound/cover_image.py", "inbound/share_image.py")
# What the desk shows as samples.
SAMPLES = (
    "products/frontdesk/appointments/sample_messages.py",
    "products/frontdesk/shared/samples.py",
    "products/frontdesk/waitlist/sample_messages.py",
    "products/rsvp/sample_messages.py",
)
CONTENTS: dict[Package, Contents] = {
    "guests": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS, *PHONES, *SLACK, "mjml"), (*OUTSIDE, *BACKSTAGE)
    ),
    "waitlist": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS, *SLACK, *MARKDOWN, "mjml", "segno"),
        (*OUTSIDE, *BACKSTAGE),
    ),
    "desk": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS),
        (*READS_MAIL, *OTHERS, *OF_OTHERS),
        largest=21_000_000,  # with descriptions of events, their covers and the first steps
    ),
    "house": Contents(
        (*PDFS, *GOOGLE, *CALENDARS, *HOLIDAYS, *PAGES, *MARKDOWN),
        (*OUTSIDE, *WANTS, *TAKES_MAIL, *PICTURES, *SAMPLES, "inbound/questions", "web"),
    ),
    "reading": Contents(
        (*GOOGLE, *HOLIDAYS, *PAGES, *SLACK, *MARKDOWN, "mjml", "segno"),
        ("inbound/questions", "inbound/google", "inbound/slack", *IMPORTS, "web"),
        largest=25_000_000,
    ),
    "sync": Contents(
        (*PDFS, *HOLIDAYS, *PAGES, *SLACK, *MARKDOWN, "mjml", "segno"), ("web",), largest=40_000_000
    ),
    "dates": Contents(
        (*PDFS, *PAGES, *SLACK, *MARKDOWN, "mjml", "segno"), ("web",), largest=50_000_000
    ),
}

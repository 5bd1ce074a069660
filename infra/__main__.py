"""Command line `python -m infra`: templates, packages, deploy and undeploy."""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from infra import package, scan, stacks
from infra.aws import Aws, Refused
from infra.deploy import OPTIONAL, Wish, deploy
from infra.desk_link import desk_link
from infra.package_contents import CONTENTS
from infra.settings import BOOKED_OUTSIDE, OUTSIDE
from infra.undeploy import undeploy

DIST = Path("dist")
YES_OR_NO = ["", "yes", "no"]
DESCRIPTION = (
    "`python -m infra …`: write the templates, build the packages, put the stacks in place, "
    "take them down."
)
SURE = (
    "This takes Fullhouse down, with every list in it. "
    "To go on, type the number of the account ({}): "
)


def main(arguments: list[str] | None = None) -> int:
    """Do what is asked; say what went wrong in words."""
    asked = _parser().parse_args(arguments)
    try:
        asked.do(asked)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    """Return the parser. Missing options of a deploy come from the environment, set by make."""
    parser = argparse.ArgumentParser(prog="python -m infra", description=DESCRIPTION)
    commands = parser.add_subparsers(required=True)
    templates = commands.add_parser("templates", help="write the templates into dist/templates")
    templates.set_defaults(do=_templates)
    packed = commands.add_parser("package", help="build the functions' packages in dist/packages")
    packed.add_argument(
        "--python", choices=["lambda", "host"], default="lambda", help="for Lambda, or this Python"
    )
    packed.set_defaults(do=_package)
    scanned = commands.add_parser("scan", help="hold the templates against cfn-lint and checkov")
    scanned.set_defaults(do=_scan)
    put = commands.add_parser("deploy", help="put the stacks in place")
    put.add_argument(
        "--python", choices=["lambda", "host"], default="lambda", help="which packages to use"
    )
    put.add_argument(
        "--owner", default=_from_make("OWNER"), help="whom alarms and the first sign-in go to"
    )
    put.add_argument(
        "--sender", default=_from_make("SENDER"), help="the address that mails come from"
    )
    put.add_argument(
        "--mail-domain",
        default=_from_make("MAIL_DOMAIN"),
        help="the domain that answers by mail come in at",
    )
    put.add_argument(
        "--keep-days",
        default=_from_make("KEEP_DAYS"),
        help="how long people are kept after their event",
    )
    put.add_argument(
        "--defaults", default=_from_make("DEFAULTS"), help="settings of new events, as JSON"
    )
    put.add_argument(
        "--time-zone", default=_from_make("TIME_ZONE"), help="the zone on the business's wall"
    )
    put.add_argument(
        "--texts-from",
        default=_from_make("TEXTS_FROM"),
        help="the number or name that texts come from",
    )
    put.add_argument(
        "--texts-answers",
        default=_from_make("TEXTS_ANSWERS"),
        choices=YES_OR_NO,
        help="whether the number publishes the answers to its texts to wl-texts-in",
    )
    put.add_argument(
        "--staff-mail", default=_from_make("STAFF_MAIL"), help="where staff read what they are told"
    )
    put.add_argument(
        "--slack-channel",
        default=_from_make("SLACK_CHANNEL"),
        help="the channel where staff read notes",
    )
    put.add_argument(
        "--slack-mail",
        default=_from_make("SLACK_MAIL"),
        help="a channel in Slack that hears of costs",
    )
    put.add_argument(
        "--text-dollars", default=_from_make("TEXT_DOLLARS"), help="what texts may cost a month"
    )
    for name, words in (OUTSIDE | BOOKED_OUTSIDE).items():
        put.add_argument(f"--{name.lower()}", default=_from_make(name.upper()), help=words)
    put.add_argument(
        "--bookpush",
        default=_from_make("BOOKPUSH"),
        choices=YES_OR_NO,
        help="Google tells of changes",
    )
    put.add_argument(
        "--model",
        default=_from_make("MODEL"),
        choices=["", "none", "bedrock"],
        help="who words summaries",
    )
    put.add_argument(
        "--protect", default="", choices=YES_OR_NO, help="guard the tables against deletion"
    )
    put.add_argument(
        "--without",
        default=_from_make("WITHOUT"),
        help=f"stacks to leave out, of {', '.join(OPTIONAL)}",
    )
    put.set_defaults(do=_deploy)
    linked = commands.add_parser("desk-link", help="make a link that signs you in to the desk")
    linked.set_defaults(do=_desk_link)
    down = commands.add_parser("undeploy", help="take the stacks down")
    down.add_argument("--yes", action="store_true", help="do not ask")
    down.set_defaults(do=_undeploy)
    return parser


def _from_make(name: str) -> str:
    return os.environ.get(name, "")


def _templates(asked: argparse.Namespace) -> None:
    for path in stacks.write(DIST / "templates"):
        print(path)


def _scan(asked: argparse.Namespace) -> None:
    paths = stacks.write(DIST / "templates")
    if words := scan.lint(paths):
        raise Refused(words)
    print("cfn-lint: nothing to say")
    checked = scan.check(DIST / "templates")
    if checked.failed:
        raise Refused("\n".join(checked.failed))
    print(
        f"checkov: {checked.passed} checks passed, {len(checked.skipped)} kinds of exceptions, "
        "each with its reason"
    )


def _package(asked: argparse.Namespace) -> None:
    for built in package.build(DIST / "packages", asked.python).values():
        print(built.words())


def _deploy(asked: argparse.Namespace) -> None:
    without = tuple(one for one in asked.without.split(",") if one)
    if unknown := set(without) - set(OPTIONAL):
        raise Refused(
            f"There is no stack {', '.join(sorted(unknown))} to leave out: {', '.join(OPTIONAL)}."
        )
    wish = Wish(
        packages={name: DIST / f"packages/{name}-{asked.python}.zip" for name in CONTENTS},
        owner=asked.owner,
        sender=asked.sender,
        mail_domain=asked.mail_domain,
        keep_days=asked.keep_days,
        defaults=asked.defaults,
        time_zone=asked.time_zone,
        texts_from=asked.texts_from,
        texts_answers=asked.texts_answers,
        staff_mail=asked.staff_mail,
        bookpush=asked.bookpush,
        slack_channel=asked.slack_channel,
        slack_mail=asked.slack_mail,
        text_dollars=asked.text_dollars,
        model=asked.model,
        **{name.lower(): getattr(asked, name.lower()) for name in (*OUTSIDE, *BOOKED_OUTSIDE)},
        protect=asked.protect,
        without=without,
    )
    aws = Aws()
    for name, url in deploy(wish, aws).items():
        print(f"{name}: {url}")
    # What a build prints is kept in its log, and the link lets in whoever reads it.
    if sys.stdout.isatty():
        print(f"Sign in to the desk (works once, for half an hour): {_new_link(aws)}")
    else:
        print("To sign in to the desk, run: .venv/bin/python -m infra desk-link")


def _desk_link(_asked: argparse.Namespace) -> None:
    print(_new_link(Aws()))


def _new_link(aws: Aws) -> str:
    return desk_link(aws, datetime.now(UTC))


def _undeploy(asked: argparse.Namespace) -> None:
    aws = Aws()
    account = aws.account()
    if not asked.yes and input(SURE.format(account)).strip() != account:
        raise Refused("Nothing was changed.")
    undeploy(aws)


if __name__ == "__main__":
    sys.exit(main())

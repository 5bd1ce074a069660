"""The order of test files: those that take longest first, so that no worker is left with one."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = (
    "tests/infra/test_package.py",
    "tests/corpus/test_corpus.py",
    "tests/sim/test_planted.py",
    "tests/cli/test_serve.py",
    "tests/inbound/test_loop_stays_free.py",
    "tests/platforms/aws/test_dead_letters.py",
    "tests/cli/test_backup.py",
    "tests/cli/test_person.py",
    "tests/inbound/mail/test_loop_stays_free.py",
    "tests/platforms/local/test_ocr.py",
    "tests/gates/test_wheel.py",
    "tests/sim/test_shrinking.py",
    "tests/sim/test_volume.py",
    "tests/platforms/aws/dynamodb/test_store_forgetting.py",
    "tests/platforms/aws/test_waitlist_race.py",
    "tests/platforms/aws/test_waitlist_equal.py",
    "tests/platforms/aws/test_appointments_equal.py",
    "tests/platforms/local/test_http_limits.py",
    "tests/web/desk/frontdesk/test_languages.py",
    "tests/golden/test_upgrades.py",
    "tests/training/test_reply_accuracy.py",
    "tests/bench/test_bench.py",
    "tests/infra/test_scan.py",
    "tests/inbound/calendar_feeds/test_ical_feed.py",
)
PLACES = {ROOT / name: place for place, name in enumerate(LONGEST)}


def place_of(path: Path) -> int:
    """Return how early a file is to begin; those that are not listed keep their order."""
    return PLACES.get(path, len(PLACES))

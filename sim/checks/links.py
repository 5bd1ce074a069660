"""S9 as it holds for every link: a forged one is none, and reading one changes nothing."""

from fullhouse.kernel.links import Link
from sim.checks.state_model import Check, Commit


class S9ReadingChangesNothing(Check):
    """A forged token is not read, and reading a token changes nothing."""

    promise = "S9"

    def read(self, link: Link | None, *, issued: bool, commits: int) -> None:
        """Judge what came of reading a token."""
        self.require(issued or link is None, f"a forged token was read as {link}")
        self.require(commits == 0, f"reading {link} led to {commits} commits")


def by_link(commit: Commit) -> Link | None:
    """Return the link at whose word a commit was made, if it was one."""
    at_its_word = commit.order.alarm is None and commit.order.by != "relay"
    return commit.link if at_its_word else None

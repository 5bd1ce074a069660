"""What was decided elsewhere is said in Slack, too: each note of a proposal says how it stands, its buttons gone."""

from fullhouse.engine.core import Engine
from fullhouse.kernel.messages import Message
from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.records import Get
from fullhouse.lanes.slack.deciding import Reply, as_it_is
from fullhouse.lanes.slack.inbound import NOTE
from fullhouse.lanes.slack.notes import PROPOSAL
from fullhouse.products.waitlist.notices import STAFF

# One that changed often in its calendar has had a note each time; of these, so many are told.
MOST_NOTES = 10


def notes_on(engine: Engine, proposal_id: str) -> list[Reply]:
    """Let each note that was written about a proposal say how it stands now."""
    proposal = engine.load(Get(Proposal, (proposal_id,)))
    notes = _notes(engine, proposal) if proposal is not None else []
    return [as_it_is(engine, proposal, note) for note in notes]


def _notes(engine: Engine, proposal: Proposal) -> list[str]:
    """Find what Slack calls the notes about a proposal, the newest first; what was mailed has another kind of name."""
    told_again = [f"{proposal.id}-{rev}" for rev in range(proposal.rev, 0, -1)]
    named = [f"{PROPOSAL}:{proposal.product}:{STAFF}:{one}" for one in [*told_again[:MOST_NOTES], proposal.id]]
    found = (engine.load(Get(Message, (name,))) for name in named)
    return [one.at_carrier for one in found if one is not None and NOTE.fullmatch(one.at_carrier)]

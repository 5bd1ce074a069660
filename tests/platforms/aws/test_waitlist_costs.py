"""What a question about the waitlist costs does not grow with what nobody asks for."""

from botocore.client import BaseClient

from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.products.frontdesk.shared.proposals import ProposalPage, closed
from tests.platforms.aws.tampering import Wire
from tests.platforms.contract.stores import NOW, commit, put
from tests.platforms.contract.test_store_outside import proposal


def test_open_proposals_are_found_without_reading_through_those_decided_on(
    client: BaseClient, store: DynamoStore
) -> None:
    many = [proposal(f"p{number:02}") for number in range(20)]
    for one in many:
        put(store, one)
    for one in many[1:]:
        commit(store, closed(one, "discarded", NOW))
    queries, gets = Wire(client, "Query"), Wire(client, "BatchGetItem")
    assert [one.id for one in store.load(ProposalPage("open", limit=5))] == ["p00"]
    assert len(queries.asked) == 1
    assert [len(one["RequestItems"]["wl-list"]["Keys"]) for one in gets.asked] == [1]

"""Export and erasure of the events at which a person's address is known."""

from typing import Any

from fullhouse.engine.known_addresses import KnownAddresses, known_id
from fullhouse.engine.worker import sweep
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.web.privacy import person_data
from tests.support.event_app import Evening
from tests.support.rsvp_world import Carrier

ADA = "ada@example.org"


def test_export_and_erasure_cover_where_an_address_is_known(evening: Evening) -> None:
    executor = evening.engine.executor
    assert isinstance(executor, GroupCommitExecutor)
    executor.carrier = Carrier()
    evening.opens()
    guest = evening.signs_up("Ada")
    evening.give(CancelGuest(event_id="party", guest_id=guest.id), "guest")

    async def sent() -> dict[str, Any]:
        await sweep(evening.engine)
        return await person_data.export(evening.engine, ADA)

    assert evening.call(sent)["known_addresses"] == [{"scope": "party", "proven": True}]

    async def erased() -> dict[str, Any]:
        await person_data.erase(evening.engine, ADA, "host", None)
        return await person_data.export(evening.engine, ADA)

    assert evening.call(erased)["known_addresses"] == []
    known = evening.load(Get(KnownAddresses, (known_id(ADA, "party"),)))
    assert known is not None
    assert (known.proven, known.unproven) == ((), ())

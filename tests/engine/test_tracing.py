"""One id from the click to the mail."""

from fullhouse.engine.tracing import begin, end, invocation_id, request_id


class Ids:
    def new(self) -> str:
        return "new"


def test_outside_of_a_request_each_order_has_an_id_of_its_own() -> None:
    assert (invocation_id(Ids()), request_id()) == ("new", "")


def test_orders_of_a_request_carry_its_id_and_are_numbered_from_the_second_on() -> None:
    token = begin("r1")
    assert [invocation_id(Ids()) for _ in range(3)] == ["r1", "r1.2", "r1.3"]
    assert request_id() == "r1"
    end(token)
    assert request_id() == ""

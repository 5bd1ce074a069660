"""Customer records as earlier versions stored them for appointments."""

from datetime import datetime

from fullhouse.engine.execute import Rules, execute
from fullhouse.engine.ports import Invocation, Store
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, Step, create
from fullhouse.kernel.needs import in_sequence
from fullhouse.kernel.product import Rule
from fullhouse.products.frontdesk.shared.contacts import Customer, Reach, customer_id


class StoreCustomer(Command, frozen=True, kw_only=True, tag="StoreCustomer"):
    """Store a customer record, as earlier versions did."""

    customer: Customer


def _store(_found: object, command: StoreCustomer, _now: datetime) -> Decision:
    customer = command.customer
    step = Step("appointments", customer.reach, customer.id, (create(customer),))
    return Decision(None, steps=(step,))


RULES = Rules({StoreCustomer: Rule(in_sequence(), _store)})


def store_customer(store: Store, address: str, reach: Reach, now: datetime) -> Customer:
    """Store the reach of an address for appointments only."""
    customer = Customer(id=customer_id(address), reach=reach, note="said so", at=now)
    command = StoreCustomer(customer=customer)
    execute(store, RULES, Invocation(f"old:{customer.id}", "customer", command), now)
    return customer

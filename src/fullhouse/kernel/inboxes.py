"""Inboxes: which addresses one person reads in one place."""

# Names of the same provider.
SAME_DOMAIN = {"googlemail.com": "gmail.com"}
DOTS_DO_NOT_COUNT = frozenset({"gmail.com"})


def inbox_of(address: str) -> str:
    """Return one spelling for all addresses that big providers deliver to one inbox.

    Only for counting: two people may have addresses that differ in nothing else.
    """
    local, at, domain = address.lower().rpartition("@")
    if not at:
        return address.lower()
    local, domain = local.partition("+")[0], SAME_DOMAIN.get(domain, domain)
    if domain in DOTS_DO_NOT_COUNT:
        local = local.replace(".", "")
    return f"{local}@{domain}"


def has_plus(address: str) -> bool:
    """Return True if an address names a part of an inbox behind a plus."""
    return "+" in address.rpartition("@")[0]


def mailbox_of(address: str) -> str:
    """Return one spelling for the addresses that surely lead to one mailbox, else the address."""
    inbox = inbox_of(address)
    return inbox if inbox.rpartition("@")[2] in DOTS_DO_NOT_COUNT else address

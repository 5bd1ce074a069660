"""A clock that stands still and a mailbox."""

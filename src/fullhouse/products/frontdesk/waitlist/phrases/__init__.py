"""Message phrases of the waitlist, one module per language."""

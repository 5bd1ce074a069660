"""Message phrases of the guest list, one module per language."""

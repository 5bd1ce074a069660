"""Message phrases of appointments, one module per language."""

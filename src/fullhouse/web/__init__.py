"""Request to command to page."""

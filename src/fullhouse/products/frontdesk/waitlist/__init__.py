"""The waitlist: a freed slot is offered to one fitting person at a time, in fair order."""

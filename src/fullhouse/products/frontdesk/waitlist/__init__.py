"""The waitlist: a freed slot is offered to one fitting customer at a time, in fair order."""

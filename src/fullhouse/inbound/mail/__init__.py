"""Inbound mail: replies to an event become commands; other mail is set aside with its reason."""

"""The mail lane: replies to an event become commands; what is no reply is set aside with its reason."""

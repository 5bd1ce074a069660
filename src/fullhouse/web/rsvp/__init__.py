"""Guest pages of an event: sign-up, signed links, embedding."""

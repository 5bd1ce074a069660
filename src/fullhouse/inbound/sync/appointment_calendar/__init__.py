"""Calendar of appointments: entries read, compared and proposed."""

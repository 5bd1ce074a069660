"""Customers' pages about appointments: booking, and the links in reminders."""

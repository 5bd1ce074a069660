"""Appointments: reminders on each service's own schedule, answered in one tap; gaps reported early."""

"""Appointments: booked times, reminders with one-tap replies, and early gap alerts."""

"""A business's front desk: waitlist, appointments and the refill loop between them."""

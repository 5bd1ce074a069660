-- One person on the waitlist: all their entries by phone number or mail address, and who is off the list for the longest time. Whoever was
-- erased has neither number nor address, and stands in none of these.

CREATE INDEX entry_phone ON entry (phone, id) WHERE phone <> '';
CREATE INDEX entry_email ON entry (email, id) WHERE email <> '';
CREATE INDEX entry_ended ON entry (ended_at, id) WHERE ended_at IS NOT NULL AND (phone <> '' OR email <> '');

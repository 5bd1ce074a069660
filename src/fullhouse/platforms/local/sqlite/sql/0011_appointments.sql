-- Appointments: who is expected when, what has left for them and what was answered, each day's book, and what is known of addresses.

CREATE TABLE appointment (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT NOT NULL, email TEXT NOT NULL, service TEXT NOT NULL, staff TEXT NOT NULL,
  starts_at INTEGER NOT NULL, minutes INTEGER NOT NULL, price TEXT, status TEXT NOT NULL, source TEXT NOT NULL, link TEXT NOT NULL,
  ref TEXT NOT NULL, slot TEXT NOT NULL, remind_at TEXT, made_at INTEGER NOT NULL, chain INTEGER NOT NULL, reminded TEXT NOT NULL,
  reminder TEXT NOT NULL, alerted_at INTEGER, answered_at INTEGER, ended_at INTEGER, frees TEXT NOT NULL, unwritten INTEGER NOT NULL,
  rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX appointment_starts ON appointment (starts_at, id);
CREATE INDEX appointment_status ON appointment (status, id);
CREATE INDEX appointment_phone ON appointment (phone, id) WHERE phone <> '';
CREATE INDEX appointment_email ON appointment (email, id) WHERE email <> '';
CREATE INDEX appointment_unwritten ON appointment (id) WHERE unwritten = 1;
-- Of whom something is still known: those who were erased are not walked past every day.
CREATE INDEX appointment_known ON appointment (starts_at, id) WHERE name <> 'Erased customer' OR phone <> '' OR email <> '';

CREATE TABLE customer (
  id TEXT PRIMARY KEY, reach TEXT NOT NULL, note TEXT NOT NULL, at INTEGER NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE send (
  appointment_id TEXT NOT NULL, id TEXT NOT NULL, chain INTEGER NOT NULL, move TEXT NOT NULL, channel TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (appointment_id, id)
) WITHOUT ROWID, STRICT;
CREATE TABLE archived_send (
  appointment_id TEXT NOT NULL, id TEXT NOT NULL, chain INTEGER NOT NULL, move TEXT NOT NULL, channel TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (appointment_id, id)
) WITHOUT ROWID, STRICT;
CREATE TABLE reply (
  appointment_id TEXT NOT NULL, id TEXT NOT NULL, action TEXT NOT NULL, chain INTEGER NOT NULL, replied_at INTEGER NOT NULL,
  old_time INTEGER NOT NULL, new_time INTEGER,
  PRIMARY KEY (appointment_id, id)
) WITHOUT ROWID, STRICT;

CREATE TABLE day (id TEXT PRIMARY KEY, taken TEXT NOT NULL, rev INTEGER NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE holidays (id TEXT PRIMARY KEY, days TEXT NOT NULL, until TEXT NOT NULL) WITHOUT ROWID, STRICT;

-- What happened to one appointment, and what was sent to one address, as the waitlist has it.
CREATE INDEX audit_appointment ON audit (subject, number) WHERE scope = 'appointments';
CREATE INDEX message_appointment ON message ("to", number) WHERE scope = 'appointments';

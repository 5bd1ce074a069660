-- The first schema. A column holds a field: instants as milliseconds since 1970, wall times as ISO text, nested values as JSON.

CREATE TABLE event (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, timezone TEXT NOT NULL,
  venue TEXT NOT NULL, host_email TEXT NOT NULL, settings TEXT NOT NULL, plans TEXT NOT NULL, state TEXT NOT NULL,
  created_at INTEGER NOT NULL, cap INTEGER NOT NULL, confirmed INTEGER NOT NULL, held INTEGER NOT NULL,
  taken INTEGER NOT NULL, owed INTEGER NOT NULL, waiting INTEGER NOT NULL, pending INTEGER NOT NULL,
  joins INTEGER NOT NULL, line_rev INTEGER NOT NULL, owed_from TEXT NOT NULL, owed_rev INTEGER NOT NULL, freed_at INTEGER,
  dated INTEGER NOT NULL, sequence INTEGER NOT NULL, voice TEXT NOT NULL, rev INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE guest (
  event_id TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL, state TEXT NOT NULL,
  party INTEGER NOT NULL, source TEXT NOT NULL, joined_at INTEGER NOT NULL, place INTEGER NOT NULL,
  confirmed_at INTEGER, offer TEXT, offers INTEGER NOT NULL, passed_at INTEGER,
  lapses INTEGER NOT NULL, refusals INTEGER NOT NULL, reach TEXT NOT NULL, reach_note TEXT NOT NULL,
  seats_from TEXT NOT NULL, sequence INTEGER NOT NULL, rev INTEGER NOT NULL,
  PRIMARY KEY (event_id, id)
) WITHOUT ROWID, STRICT;
CREATE UNIQUE INDEX guest_address ON guest (event_id, email);
CREATE INDEX guest_line ON guest (event_id, state, offer, place) WHERE state = 'waitlisted';
CREATE INDEX guest_offer ON guest (event_id, id) WHERE offer IS NOT NULL;

CREATE TABLE message (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, product TEXT NOT NULL, kind TEXT NOT NULL, channel TEXT NOT NULL,
  "to" TEXT NOT NULL, scope TEXT NOT NULL, person TEXT NOT NULL, facts TEXT NOT NULL, queued_at INTEGER NOT NULL,
  not_before INTEGER NOT NULL, use_by INTEGER, gentle INTEGER NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL,
  attempts INTEGER NOT NULL, lease_ends_at INTEGER, error TEXT NOT NULL, letter TEXT NOT NULL
) STRICT;
CREATE INDEX message_scope ON message (scope, number);
CREATE INDEX message_queued ON message (gentle, not_before) WHERE status = 'queued';
CREATE INDEX message_sending ON message (lease_ends_at) WHERE status = 'sending';

CREATE TABLE alarm (key TEXT PRIMARY KEY, due_at INTEGER NOT NULL, command TEXT NOT NULL) WITHOUT ROWID, STRICT;
CREATE INDEX alarm_due ON alarm (due_at);

CREATE TABLE audit (
  number INTEGER PRIMARY KEY, scope TEXT NOT NULL, at INTEGER NOT NULL, "by" TEXT NOT NULL, action TEXT NOT NULL,
  subject TEXT NOT NULL, "order" TEXT NOT NULL, entries TEXT NOT NULL, note TEXT NOT NULL
) STRICT;
CREATE INDEX audit_scope ON audit (scope, number);

CREATE TABLE member (
  id TEXT PRIMARY KEY, email TEXT NOT NULL, role TEXT NOT NULL, nonce INTEGER NOT NULL, epoch INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX member_email ON member (email);
CREATE TABLE token (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE signing_key (id TEXT PRIMARY KEY, secret TEXT NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID, STRICT;

-- Contact messages. Times are milliseconds since 1970, UTC.
CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  -- The id that the page gave the filled form; a plain form has none.
  submission_id TEXT,
  -- A hash of name, e-mail and message: tells a repeat.
  fingerprint TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  message TEXT NOT NULL,
  language TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'refused', 'trapped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  -- Until then an attempt at delivery is under way.
  claimed_until INTEGER,
  reason TEXT,
  delivered_at INTEGER
) STRICT;

CREATE UNIQUE INDEX messages_submission ON messages (submission_id, fingerprint) WHERE submission_id IS NOT NULL;
CREATE INDEX messages_repeat ON messages (fingerprint, received_at);
CREATE INDEX messages_due ON messages (due_at) WHERE state = 'waiting';
CREATE INDEX messages_age ON messages (received_at);

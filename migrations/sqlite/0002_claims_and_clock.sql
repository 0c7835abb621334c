-- Claims carry a token, an attempt's outcome may be unknown, and the store remembers what time it was.
CREATE TABLE messages_2 (
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
  state TEXT NOT NULL CHECK (state IN ('waiting', 'unknown', 'delivered', 'refused', 'trapped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  deferrals INTEGER NOT NULL DEFAULT 0,
  refusals INTEGER NOT NULL DEFAULT 0,
  -- How many mails of earlier attempts the office may have.
  possible_copies INTEGER NOT NULL DEFAULT 0,
  -- The end of the pause before the next attempt, and its length; none when only the operator makes it due.
  due_at INTEGER,
  pause_ms INTEGER NOT NULL DEFAULT 0,
  -- The right to settle the last attempt, and until when nobody else may begin one.
  token TEXT,
  claimed_until INTEGER,
  reason TEXT,
  delivered_at INTEGER
) STRICT;

INSERT INTO messages_2
  (id, submission_id, fingerprint, name, email, message, language, received_at, state, attempts, refusals,
   possible_copies, due_at, reason, delivered_at)
SELECT id, submission_id, fingerprint, name, email, message, language, received_at,
       -- What the version before had begun and not ended may have gone out.
       CASE WHEN state = 'waiting' AND claimed_until IS NOT NULL THEN 'unknown' ELSE state END, attempts, state = 'refused',
       state = 'waiting' AND claimed_until IS NOT NULL, CASE WHEN state IN ('waiting', 'refused') THEN due_at END, reason,
       delivered_at
FROM messages;

DROP TABLE messages;
ALTER TABLE messages_2 RENAME TO messages;

CREATE UNIQUE INDEX messages_submission ON messages (submission_id, fingerprint) WHERE submission_id IS NOT NULL;
CREATE INDEX messages_repeat ON messages (fingerprint, received_at);
CREATE INDEX messages_due ON messages (due_at, received_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_claimed ON messages (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX messages_token ON messages (token) WHERE token IS NOT NULL;
CREATE INDEX messages_age ON messages (received_at);

-- The last time that the store saw, and how long the automatic purge still waits after the clock has leapt. One row.
CREATE TABLE clock (
  seen_at INTEGER,
  purge_wait_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO clock (seen_at) SELECT max(received_at) FROM messages;

-- Who sent messages of late, as keyed hashes of networks, and the key: the limit that all processes share.
CREATE TABLE senders (
  scope TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX senders_recent ON senders (scope, received_at);
CREATE TABLE sender_key (
  key BLOB NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;

-- Contact messages, for SQLite and PostgreSQL alike. Times are milliseconds since 1970, UTC.
CREATE TABLE contact_messages (
  id text PRIMARY KEY,
  -- The id that the page gave the filled form; a plain form has none.
  submission_id text,
  -- A hash of name, e-mail and message, by which a repeat is recognised.
  fingerprint text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  received_at bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'unknown', 'delivered', 'refused', 'trapped')),
  attempts integer NOT NULL DEFAULT 0,
  deferrals integer NOT NULL DEFAULT 0,
  refusals integer NOT NULL DEFAULT 0,
  -- How many mails of earlier attempts the office may have.
  possible_copies integer NOT NULL DEFAULT 0,
  -- The end of the pause before the next attempt, and its length; none when only the operator makes it due.
  due_at bigint,
  pause_ms bigint NOT NULL DEFAULT 0,
  -- The right to settle the last attempt, and until when no other may begin.
  token text,
  claimed_until bigint,
  reason text,
  delivered_at bigint,
  -- For how many hours it has been too old, by the checks of running servers.
  overdue_hours integer NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX contact_messages_submission ON contact_messages (submission_id, fingerprint)
  WHERE submission_id IS NOT NULL;
CREATE INDEX contact_messages_repeat ON contact_messages (fingerprint, received_at);
CREATE INDEX contact_messages_due ON contact_messages (due_at, received_at) WHERE due_at IS NOT NULL;
CREATE INDEX contact_messages_claimed ON contact_messages (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE UNIQUE INDEX contact_messages_token ON contact_messages (token) WHERE token IS NOT NULL;
CREATE INDEX contact_messages_age ON contact_messages (received_at);
-- Counts what is not delivered without reading all that robots left.
CREATE INDEX contact_messages_undelivered ON contact_messages (state, received_at)
  WHERE state IN ('waiting', 'unknown', 'refused');

-- How many of these files this database has. One row.
CREATE TABLE contact_schema (version integer NOT NULL);
INSERT INTO contact_schema VALUES (0);

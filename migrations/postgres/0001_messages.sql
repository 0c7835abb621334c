-- Contact messages.
CREATE TABLE contact_messages (
  id text PRIMARY KEY,
  -- The id that the page gave the filled form; a plain form has none.
  submission_id text,
  -- A hash of name, e-mail and message: tells a repeat.
  fingerprint text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  received_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'refused', 'trapped')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  -- Until then an attempt at delivery is under way.
  claimed_until timestamptz,
  reason text,
  delivered_at timestamptz
);

CREATE UNIQUE INDEX contact_messages_submission ON contact_messages (submission_id, fingerprint)
  WHERE submission_id IS NOT NULL;
CREATE INDEX contact_messages_repeat ON contact_messages (fingerprint, received_at);
CREATE INDEX contact_messages_due ON contact_messages (due_at) WHERE state = 'waiting';
CREATE INDEX contact_messages_age ON contact_messages (received_at);

-- Who sent messages of late, as keyed hashes, and the key: the limit that all instances share.
CREATE TABLE contact_senders (
  sender text NOT NULL,
  received_at timestamptz NOT NULL
);
CREATE INDEX contact_senders_recent ON contact_senders (sender, received_at);

CREATE TABLE contact_sender_key (
  key bytea NOT NULL,
  made_at timestamptz NOT NULL
);

-- ANALYZE copies samples of a column into the catalogue, where erasing a message would not reach them.
ALTER TABLE contact_messages
  ALTER COLUMN id SET STATISTICS 0,
  ALTER COLUMN submission_id SET STATISTICS 0,
  ALTER COLUMN fingerprint SET STATISTICS 0,
  ALTER COLUMN name SET STATISTICS 0,
  ALTER COLUMN email SET STATISTICS 0,
  ALTER COLUMN message SET STATISTICS 0,
  ALTER COLUMN reason SET STATISTICS 0;
ALTER TABLE contact_senders ALTER COLUMN sender SET STATISTICS 0;
ALTER TABLE contact_sender_key ALTER COLUMN key SET STATISTICS 0;

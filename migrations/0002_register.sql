-- The register's acts and the office's people, for SQLite and PostgreSQL alike. Times are milliseconds since 1970, UTC.
-- One can only add to the first two tables: 0003_append_only.
CREATE TABLE register_acts (
  -- From 1, without gaps.
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  id text NOT NULL UNIQUE,
  at bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('propose', 'decide', 'agree', 'decline', 'take_back', 'operator')),
  -- Who does it; none if it is the operator, who signs nothing.
  person text,
  -- The act that is agreed to, declined or taken back, once, and who proposed it.
  proposal bigint UNIQUE,
  proposed_by text,
  -- The act as it was signed (RFC 8785), and the passkey's assertion.
  act text NOT NULL,
  assertion text,
  -- The chain: the hash of the act before it, and its own.
  previous text NOT NULL UNIQUE,
  hash text NOT NULL UNIQUE,
  UNIQUE (sequence, person),
  FOREIGN KEY (proposal, proposed_by) REFERENCES register_acts (sequence, person),
  CHECK ((kind = 'operator') = (person IS NULL) AND (person IS NULL) = (assertion IS NULL)),
  CHECK ((kind IN ('agree', 'decline', 'take_back')) = (proposal IS NOT NULL) AND (proposal IS NULL) = (proposed_by IS NULL)),
  -- The second is never the first.
  CHECK (proposal IS NULL OR (kind = 'take_back') = (person = proposed_by))
);

-- A number is taken when a certificate is proposed, once, whatever becomes of the proposal.
CREATE TABLE register_numbers (
  number text PRIMARY KEY,
  act bigint NOT NULL REFERENCES register_acts (sequence)
);

-- The links with which people add a device, once. People and their devices follow from the acts.
CREATE TABLE office_invitations (
  -- Of the secret in the link.
  hash text PRIMARY KEY,
  person text NOT NULL UNIQUE,
  expires_at bigint NOT NULL
);

CREATE TABLE office_sessions (
  -- Of the secret in the cookie.
  hash text PRIMARY KEY,
  person text NOT NULL,
  began_at bigint NOT NULL,
  used_at bigint NOT NULL
);

-- What was given to a browser to be signed in with, once.
CREATE TABLE office_challenges (
  challenge text PRIMARY KEY,
  expires_at bigint NOT NULL
);

-- The last act whose entries were mailed to the office. One row.
CREATE TABLE office_mailed (sequence bigint NOT NULL);
INSERT INTO office_mailed VALUES (0);

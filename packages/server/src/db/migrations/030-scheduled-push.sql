-- Pushes that wait on the server until it is time to send them. They are not in the table of pushes, so no list of those has them early.
CREATE TABLE scheduled_push (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  -- What the push is sent under: it is never sent twice.
  guid TEXT NOT NULL,
  -- When to send it, in microseconds.
  send_at BIGINT NOT NULL,
  -- What `createPush` is called with then, as JSON.
  input TEXT NOT NULL,
  -- The person and the channel it goes to, whatever their address and tag are then.
  with_iden TEXT,
  with_email TEXT,
  channel_iden TEXT,
  file_url TEXT,
  file_size BIGINT,
  bytes BIGINT NOT NULL,
  -- Why it was not sent.
  error_code TEXT,
  error_message TEXT
);
CREATE INDEX scheduled_push_modified ON scheduled_push (owner, modified);
CREATE UNIQUE INDEX scheduled_push_guid ON scheduled_push (owner, guid);
CREATE INDEX scheduled_push_waiting ON scheduled_push (owner, bytes) WHERE active = 1;
CREATE INDEX scheduled_push_person ON scheduled_push (with_iden) WHERE with_iden IS NOT NULL;
CREATE INDEX scheduled_push_file ON scheduled_push (file_url) WHERE file_url IS NOT NULL;

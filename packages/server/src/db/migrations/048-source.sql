-- Named senders: one row in the box of the owner, whose `root` is its own iden, and one in the box of each person it is shared with.
CREATE TABLE source (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  root TEXT NOT NULL,
  -- Only in the owner's row.
  topic TEXT,
  name TEXT,
  description TEXT,
  image_url TEXT,
  default_priority INTEGER,
  keep_seconds BIGINT,
  keep_count INTEGER,
  open INTEGER NOT NULL,
  ignores_quiet_hours INTEGER NOT NULL,
  -- JSON.
  quiet_hours TEXT,
  webhook TEXT,
  webhook_secret TEXT,
  -- Hashes of the tokens that may write to it.
  ntfy_token TEXT,
  gotify_token TEXT,
  tokens_made BIGINT,
  -- JSON: whom it is shared with, or by whom.
  members TEXT,
  shared_by TEXT,
  muted INTEGER NOT NULL,
  muted_until BIGINT,
  pinned BIGINT,
  archived BIGINT,
  -- Written with its messages, without a stamp.
  message_count INTEGER NOT NULL DEFAULT 0,
  last_message BIGINT,
  bytes BIGINT NOT NULL
);
CREATE INDEX source_modified ON source (owner, modified);
CREATE INDEX source_room ON source (owner, active, bytes);
CREATE UNIQUE INDEX source_topic ON source (topic) WHERE topic IS NOT NULL;
CREATE UNIQUE INDEX source_ntfy ON source (ntfy_token) WHERE ntfy_token IS NOT NULL;
CREATE UNIQUE INDEX source_gotify ON source (gotify_token) WHERE gotify_token IS NOT NULL;
CREATE INDEX source_root ON source (root, owner);

ALTER TABLE push ADD COLUMN source_iden TEXT;
-- The id under which the sender updates it.
ALTER TABLE push ADD COLUMN update_id TEXT;
ALTER TABLE push ADD COLUMN expires BIGINT;
-- Of a message that waited: the id that its sender was told.
ALTER TABLE push ADD COLUMN message_id TEXT;
-- JSON: what the interface that it came by repeats to its subscribers.
ALTER TABLE push ADD COLUMN foreign_fields TEXT;
-- JSON: the last press of an action.
ALTER TABLE push ADD COLUMN press TEXT;
CREATE INDEX push_update_id ON push (owner, conversation, update_id) WHERE update_id IS NOT NULL AND active = 1;
CREATE INDEX push_expires ON push (expires) WHERE expires IS NOT NULL AND active = 1;
CREATE UNIQUE INDEX push_message_id ON push (source_iden, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX push_source_tombstone ON push (modified) WHERE source_iden IS NOT NULL AND active = 0;

ALTER TABLE scheduled_push ADD COLUMN source_iden TEXT;
CREATE INDEX scheduled_push_source ON scheduled_push (source_iden, created) WHERE source_iden IS NOT NULL AND active = 1;

-- What happened to messages of a source besides their arrival, for subscribers who were away.
CREATE TABLE source_event (
  source TEXT NOT NULL,
  -- A stamp of the owner's box, in one order with the messages.
  number BIGINT NOT NULL,
  event TEXT NOT NULL,
  update_id TEXT NOT NULL,
  PRIMARY KEY (source, number)
);

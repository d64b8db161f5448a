CREATE TABLE outgoing_webhook (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  created BIGINT NOT NULL,
  name TEXT,
  conversation TEXT,
  url TEXT NOT NULL,
  -- It signs, so it is kept as it is.
  secret TEXT NOT NULL,
  paused INTEGER NOT NULL,
  failing_since BIGINT
);
CREATE INDEX outgoing_webhook_owner ON outgoing_webhook (owner, created);
CREATE TABLE outgoing_webhook_attempt (
  owner TEXT NOT NULL,
  webhook TEXT NOT NULL,
  at BIGINT NOT NULL,
  push TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  took INTEGER NOT NULL,
  PRIMARY KEY (webhook, at)
);
CREATE INDEX outgoing_webhook_attempt_owner ON outgoing_webhook_attempt (owner);

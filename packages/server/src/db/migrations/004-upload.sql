-- Uploads and plans.

-- A file, or an upload in progress. `state` is `open`, `writing` (a form that is being sent), `done`, or `gone`
-- (it is being thrown away). `size` is reserved while it is not done. `kind` is `form`, `pieces` or `export`.
CREATE TABLE upload (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  created BIGINT NOT NULL,
  touched BIGINT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  size BIGINT NOT NULL,
  -- In the address that it is sent to, and in the one that it is fetched from.
  send_key TEXT NOT NULL UNIQUE,
  file_key TEXT NOT NULL UNIQUE,
  handle TEXT,
  image_width INTEGER,
  image_height INTEGER
);
CREATE INDEX upload_owner ON upload (owner, kind, size);
CREATE INDEX upload_open ON upload (owner) WHERE state <> 'done';

CREATE TABLE upload_piece (
  upload TEXT NOT NULL,
  piece INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (upload, piece)
);

-- A file goes when nothing refers to it any more.
CREATE INDEX push_file ON push (file_url) WHERE file_url IS NOT NULL;

-- `status` is `waiting`, `success` or `error`; `upload` is the file that came of it.
CREATE TABLE account_export (
  account TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  asked BIGINT NOT NULL,
  finished BIGINT,
  upload TEXT NOT NULL
);

-- Who has Pro. `paid_until` moves on as it renews; `ends` is null until it is cancelled.
CREATE TABLE plan (
  account TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  subscription TEXT NOT NULL,
  since BIGINT NOT NULL,
  paid_until BIGINT NOT NULL,
  ends BIGINT
);

-- Each attempt to buy, by the hash of the checkout's token, so that a token buys once. `state` is `offered` (a wallet is yet to approve
-- it), `begun`, `done` or `refused`. `subscription` is the wallet's own name for what it is to approve.
CREATE TABLE plan_purchase (
  token TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  plan_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  state TEXT NOT NULL,
  created BIGINT NOT NULL,
  subscription TEXT
);
CREATE INDEX plan_purchase_account ON plan_purchase (account, created);
-- An account buys one thing at a time.
CREATE UNIQUE INDEX plan_purchase_begun ON plan_purchase (account) WHERE state = 'begun';

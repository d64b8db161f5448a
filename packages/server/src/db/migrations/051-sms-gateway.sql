-- The word in the address that an account's phones are set to, and the code that lets the next one in.
CREATE TABLE gateway_code (
  owner TEXT PRIMARY KEY,
  word TEXT NOT NULL UNIQUE,
  code TEXT,
  expires BIGINT NOT NULL,
  wrong INTEGER NOT NULL
);
CREATE TABLE gateway_phone (
  device TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  -- It signs what the phone posts, so it is kept as it is.
  signing_key TEXT NOT NULL,
  hook TEXT NOT NULL UNIQUE,
  -- The number of its newest message, and what its messages take.
  newest BIGINT NOT NULL,
  bytes BIGINT NOT NULL
);
CREATE INDEX gateway_phone_owner ON gateway_phone (owner);
CREATE TABLE gateway_message (
  device TEXT NOT NULL,
  number BIGINT NOT NULL,
  owner TEXT NOT NULL,
  -- The iden of the text, or the id of the event that brought it.
  foreign_id TEXT NOT NULL,
  thread TEXT NOT NULL,
  outgoing INTEGER NOT NULL,
  addresses TEXT NOT NULL,
  body TEXT NOT NULL,
  pictures TEXT,
  at BIGINT NOT NULL,
  state TEXT,
  reason TEXT,
  guid TEXT,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (device, number),
  UNIQUE (device, foreign_id)
);
CREATE INDEX gateway_message_thread ON gateway_message (device, thread, number);
CREATE INDEX gateway_message_state ON gateway_message (device, state, number);
CREATE INDEX gateway_message_owner ON gateway_message (owner);

-- Machines without a browser that wait for their owner to type a code elsewhere. Rows last ten minutes.
CREATE TABLE device_sign_in (
  -- SHA-256 of the code that only the machine knows.
  hash TEXT PRIMARY KEY,
  user_code TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT,
  address TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  -- 0 waits, 1 approved, 2 denied.
  answer INTEGER NOT NULL,
  -- Who approved it.
  account TEXT
);
CREATE UNIQUE INDEX device_sign_in_user_code ON device_sign_in (user_code);
CREATE INDEX device_sign_in_expires ON device_sign_in (expires);
CREATE INDEX device_sign_in_account ON device_sign_in (account);

-- The addresses without an account that emails were sent to. The token is in the links of those emails that stop them; it is written into
-- each of them, so it is stored as it is. `stopped` is when their owner stopped the emails.
CREATE TABLE mail_address (
  email_normalized TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  stopped BIGINT
);

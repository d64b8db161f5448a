-- An invitation lets its address in once, until it is used, revoked or has expired. Its secrets are rows of one_time_link: those of emails
-- also prove the address, those of copied links do not.
ALTER TABLE invite ADD COLUMN iden TEXT;
ALTER TABLE invite ADD COLUMN email TEXT;
-- 1 if it was emailed.
ALTER TABLE invite ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invite ADD COLUMN expires BIGINT;
ALTER TABLE invite ADD COLUMN used BIGINT;
ALTER TABLE invite ADD COLUMN revoked BIGINT;
-- Earlier invitations have no secret, but an address that is proven by email can still use them for two weeks.
UPDATE invite SET email = email_normalized, sent = 1, expires = created + 1209600000000,
  iden = owner || '0' || (SELECT COUNT(*) FROM invite AS earlier WHERE earlier.owner = invite.owner
    AND (earlier.created < invite.created OR (earlier.created = invite.created AND earlier.email_normalized <= invite.email_normalized)));
UPDATE invite SET used = created WHERE EXISTS (SELECT 1 FROM account WHERE account.email_normalized = invite.email_normalized);
CREATE UNIQUE INDEX invite_iden ON invite (iden);

-- What a sign-up at the built-in provider brought with it: proof of the address, an invitation.
ALTER TABLE local_identity ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE local_identity ADD COLUMN invited INTEGER NOT NULL DEFAULT 0;

-- 0 while the owner has not proved that the address is theirs. Earlier accounts count as proven.
ALTER TABLE account ADD COLUMN email_proven INTEGER NOT NULL DEFAULT 1;

-- Sign-ups at the built-in provider that wait for proof of the address by email.
CREATE TABLE pending_sign_up (
  -- SHA-256 of the secret of the browser that signs up.
  handle TEXT PRIMARY KEY,
  -- SHA-256 of the secret in the emailed link.
  link TEXT NOT NULL UNIQUE,
  -- SHA-256 of the browser's secret and the emailed code: the code alone would be short enough to be guessed from its hash.
  code TEXT NOT NULL,
  -- Wrong codes that may still be typed.
  tries INTEGER NOT NULL,
  email TEXT NOT NULL,
  email_normalized TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  name TEXT,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX pending_sign_up_expires ON pending_sign_up (expires);

-- 1 where the receiver of a push has no account and got no email either, because a daily limit was reached.
ALTER TABLE push ADD COLUMN email_skipped INTEGER NOT NULL DEFAULT 0;

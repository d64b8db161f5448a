-- Whether something is known to name a file, so that it stays; 0 while it is looked at again. Files of before stay as they are.
ALTER TABLE upload ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
CREATE INDEX upload_unnamed ON upload (owner, created) WHERE named = 0;

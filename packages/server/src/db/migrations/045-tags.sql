-- The tags that the owner of a push has set, with a space between two.
ALTER TABLE push ADD COLUMN tags TEXT;

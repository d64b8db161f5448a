-- Posts go to listening boxes first, up to the box `first_after`; null once all of those have it.
ALTER TABLE fan_out ADD COLUMN first_after TEXT;
-- No copy that may be lost with the power has a later stamp; null where none may be.
ALTER TABLE fan_out ADD COLUMN stamps_until BIGINT;

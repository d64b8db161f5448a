-- Bytes that an administrator lets an account store; NULL where the limit of its plan holds.
ALTER TABLE account ADD COLUMN storage_limit BIGINT;

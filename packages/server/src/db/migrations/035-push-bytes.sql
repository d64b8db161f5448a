-- What pushes take of a storage is counted from the index of changes, so a new push is in one index less. Only what somebody else pays for
-- is in a second one.
CREATE INDEX push_changes ON push (owner, modified, payer, bytes);
CREATE INDEX push_for_others ON push (payer, bytes) WHERE payer <> owner;
DROP INDEX push_storage;
DROP INDEX push_modified;

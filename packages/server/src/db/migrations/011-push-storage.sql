-- What a push takes of the storage of an account, and whose: the sender pays for the receiver's copy too. Deleted ones take nothing.
ALTER TABLE push ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE push ADD COLUMN payer TEXT;
UPDATE push SET
  payer = CASE WHEN active = 0 THEN NULL WHEN direction = 'incoming' AND channel_iden IS NULL AND client_iden IS NULL AND with_iden IS NOT NULL THEN with_iden ELSE owner END,
  bytes = CASE WHEN active = 1 THEN 512 + octet_length(coalesce(title, '')) + octet_length(coalesce(body, '')) + octet_length(coalesce(url, ''))
    + octet_length(coalesce(file_name, '')) + octet_length(coalesce(file_type, '')) + octet_length(coalesce(file_url, ''))
    + octet_length(coalesce(image_url, '')) ELSE 0 END;
CREATE INDEX push_storage ON push (payer, bytes) WHERE active = 1;

-- When the store was last seen to take a write.
CREATE TABLE health (name TEXT PRIMARY KEY, checked BIGINT NOT NULL);

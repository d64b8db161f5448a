-- The account for which a preview was fetched, and the bytes of its pictures; previews of before count for nobody.
ALTER TABLE link_preview ADD COLUMN owner TEXT;
ALTER TABLE link_preview ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX link_preview_owner ON link_preview (owner, bytes) WHERE owner IS NOT NULL;

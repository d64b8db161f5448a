-- The blocks of a person, in any box, follow the person to another address.
CREATE INDEX block_with_iden ON block (with_iden) WHERE with_iden IS NOT NULL;
CREATE INDEX block_with_email ON block (with_email_normalized) WHERE with_iden IS NULL;

-- How many folders a device shares, and whether it shows its notifications on the other devices: 'enabled' or 'disabled'. Null if unknown.
ALTER TABLE device ADD COLUMN shared_folders INTEGER;
ALTER TABLE device ADD COLUMN mirroring TEXT;

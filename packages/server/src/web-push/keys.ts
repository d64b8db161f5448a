// Makes the key pair by which push services recognize this server, once for all its nodes.

import type { Db } from '../db/db.ts'
import { findKeys, insertKeys, type KeyPair } from './rows.ts'

/** The key pair of this server. It is made by the first node that starts; the private key leaves the database only to sign. */
export async function openKeys(db: Db): Promise<KeyPair> {
  const known = await findKeys(db)
  if (known) return known
  const { generateVAPIDKeys } = (await import('web-push')).default
  const { publicKey, privateKey } = generateVAPIDKeys()
  return db.write(async (tx) => {
    await insertKeys(tx, { public_key: publicKey, private_key: privateKey })
    // Another node may have been faster.
    return (await findKeys(tx)) as KeyPair
  })
}

import { permanentBytesPerAccount, preferencesKey, Refusal, withCommas } from '@waypost/protocol'
import type { Writer } from '../db/db.ts'
import { noteNamedIn } from '../upload/named.ts'
import type { StorageQuota } from '../upload/storage-quota.ts'
import { keptBeside, removePermanent, savePermanent } from './rows.ts'

const permanentsPerAccount = 20_000

/** Bytes of an entry in addition to its data. */
const entryBytes = 512

/** Stores the JSON of a key; `{}` removes it. The owner's box must be locked. @throws Refusal `forbidden`, `storage_quota` */
export async function storePermanent(tx: Writer, storage: StorageQuota, owner: string, key: string, text: string): Promise<void> {
  if (text === '{}') {
    await removePermanent(tx, owner, key)
    return
  }
  const bytes = Buffer.byteLength(text) + entryBytes
  const kept = await keptBeside(tx, owner, key)
  if (kept.own === 0 && kept.count >= permanentsPerAccount) throw new Refusal('forbidden', tooMany)
  if (kept.bytes + bytes > permanentBytesPerAccount) throw new Refusal('storage_quota', full)
  // Settings are saved even if the storage is full.
  if (key !== preferencesKey && bytes > kept.own) await storage.claim(tx, owner, bytes - kept.own)
  await noteNamedIn(tx, owner, text)
  await savePermanent(tx, owner, key, text, bytes)
}

const full = `This account keeps as much as it may: ${permanentBytesPerAccount / 2 ** 20} MB. Delete the conversations of a phone that is gone.`
const tooMany = `An account keeps at most ${withCommas(permanentsPerAccount)} permanents. Remove some first.`

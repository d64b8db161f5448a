// Handles the calls that read and store permanents.

import {
  type Account,
  getPermanent,
  limits,
  type PermanentData,
  preferencesKey,
  Refusal,
  readPermanent,
  setPermanent,
} from '@waypost/protocol'
import { findPreferences } from '../account/rows.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { JsonText } from '../http/response.ts'
import { untrustedText } from '../http/untrusted.ts'
import { notifyAccountChanged } from '../notify.ts'
import { findPermanent, isReadingShared, keptBeside, removePermanent, savePermanent } from './rows.ts'
import { readingHidden } from './rules.ts'

/** Bytes of an entry in addition to its data. */
const entryBytes = 512

export function permanentCalls({ db, bus, jobs, storage }: Deps): Handler[] {
  return [
    handle(readPermanent, async ({ key }, { caller: { account } }) => {
      const data = await findPermanent(db, account.iden, key)
      if (data === undefined) throw new Refusal('not_found')
      return stored(data)
    }),
    handle(getPermanent, async ({ key }, { caller: { account } }) => ({
      data: stored((await findPermanent(db, account.iden, key)) ?? '{}'),
    })),
    handle(setPermanent, async ({ key, data }, { caller: { account } }) => {
      const text = untrustedText('data', data, key === preferencesKey ? limits.preferencesBytes : limits.permanentBytes)
      const bytes = Buffer.byteLength(text) + entryBytes
      await db.write(async (tx) => {
        // Locked, so that concurrent writes cannot exceed the limit together.
        await tx.lockBoxes([account.iden])
        const shared = key === preferencesKey && (await isReadingShared(tx, account.iden))
        if (text === '{}') return removePermanent(tx, account.iden, key)
        const kept = await keptBeside(tx, account.iden, key)
        if (kept.own === 0 && kept.count >= limits.permanents) throw new Refusal('forbidden', tooMany)
        if (kept.bytes + bytes > limits.permanentsBytes) throw new Refusal('storage_quota', full)
        // Settings are saved even if the storage is full.
        if (key !== preferencesKey && bytes > kept.own) await storage.claim(tx, account.iden, bytes - kept.own)
        await savePermanent(tx, account.iden, key, text, bytes)
        if (shared && !(await isReadingShared(tx, account.iden)))
          await jobs.add(tx, { type: readingHidden, key: account.iden, payload: { iden: account.iden } })
        return 1
      })
      if (key === preferencesKey) notifyAccountChanged(bus, account.iden)
      return {}
    }),
  ]
}

/** Data as it is stored; it was checked when it came. */
const stored = (text: string) => new JsonText(text) as unknown as PermanentData

/** The fields that permanents add to an account. */
export async function preferencesOf(reader: Reader, { iden }: { iden: string }): Promise<Pick<Account, 'preferences'>> {
  const preferences = await findPreferences(reader, iden)
  return preferences === undefined || preferences === 'too long' ? {} : { preferences }
}

const full = `This account keeps as much as it may: ${limits.permanentsBytes / 2 ** 20} MB. Delete the conversations of a phone that is gone.`
const tooMany = `An account keeps at most ${limits.permanents.toLocaleString('en-US')} permanents. Remove some first.`

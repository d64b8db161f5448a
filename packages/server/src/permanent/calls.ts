import {
  type Account,
  bytesPerPermanent,
  getPermanent,
  type PermanentData,
  preferencesBytes,
  preferencesKey,
  Refusal,
  readPermanent,
  setPermanent,
} from '@waypost/protocol'
import { findPreferences } from '../account/rows.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { StoredJson } from '../http/response.ts'
import { untrustedText } from '../http/untrusted.ts'
import { notifyAccountChanged } from '../notify.ts'
import { findPermanent, isPresenceShared, isReadingShared, readingHidden } from './rows.ts'
import { storePermanent } from './store.ts'

export function permanentCalls({ db, bus, jobs, presence, storage }: Deps): Handler[] {
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
      const text = untrustedText('data', data, key === preferencesKey ? preferencesBytes : bytesPerPermanent)
      let showed = false
      await db.write(async (tx) => {
        // Locked, so that concurrent writes cannot exceed the limit together.
        await tx.lockBoxes([account.iden])
        const shared = key === preferencesKey && (await isReadingShared(tx, account.iden))
        showed = key === preferencesKey && (await isPresenceShared(tx, account.iden))
        await storePermanent(tx, storage, account.iden, key, text)
        if (shared && !(await isReadingShared(tx, account.iden)))
          await jobs.add(tx, { type: readingHidden, key: account.iden, payload: { iden: account.iden } })
      })
      if (key === preferencesKey) {
        notifyAccountChanged(bus, account.iden)
        await presence.preferencesWritten(account, showed)
      }
      return {}
    }),
  ]
}

/** Stored data; it was checked when it was received. */
const stored = (json: string | Buffer) => new StoredJson(json) as unknown as PermanentData

/** The fields that permanents add to an account. */
export async function preferencesOf(reader: Reader, { iden }: { iden: string }): Promise<Pick<Account, 'preferences'>> {
  const preferences = await findPreferences(reader, iden)
  return preferences === undefined || preferences === 'too long' ? {} : { preferences }
}

// Leaves out texts that browsers were already notified of by another device that is the same phone.

import { randomUUID } from 'node:crypto'
import { otherDevice, type ReceivedText, SmsChanged, samePhones, storedSamePhones, ToldTexts } from '@waypost/protocol'
import * as v from 'valibot'
import { findPreferences } from '../account/rows.ts'
import type { Bus } from '../bus/bus.ts'
import type { Reader } from '../db/db.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { fingerprintsOf } from './rows.ts'

/** Accounts whose texts are remembered. Only those with two devices for one phone are. */
const mostAccounts = 1_000
/** The maximum texts of one report that are compared; the rest are all notified. */
const mostCompared = 20
const subject = 'web-push-told'

interface Note {
  node: string
  owner: string
  text: ReceivedText
  other: string
}

/** Remembers on all nodes which texts were relayed. Losing this only repeats a notification. */
export async function openTold(bus: Bus, reader: Reader) {
  const node = randomUUID()
  const accounts = new BoundedMap<string, ToldTexts>(mostAccounts)

  function toldOf(owner: string): ToldTexts {
    const told = accounts.get(owner) ?? new ToldTexts()
    accounts.set(owner, told)
    return told
  }

  await bus.subscribe(subject, (message) => {
    const { node: from, owner, text, other } = message as Note
    if (from !== node) toldOf(owner).isAgain(text, other)
  })

  /** The other device of the same phone. */
  async function otherOf(owner: string, device: string): Promise<string | undefined> {
    const preferences = await findPreferences(reader, owner)
    if (preferences === undefined || preferences === 'too long') return undefined
    const other = otherDevice(storedSamePhones(preferences), device)
    if (other === undefined) return undefined
    const known = (await fingerprintsOf(reader, owner, [device, other])).map(({ iden, fingerprint }) => ({
      iden,
      fingerprint: fingerprint ?? undefined,
    }))
    return otherDevice(samePhones(preferences, known), device)
  }

  return {
    /** An ephemeral without the texts already relayed; all other ephemerals are unchanged. */
    async untold(owner: string, push: Record<string, unknown>): Promise<Record<string, unknown>> {
      if (push.type !== 'sms_changed') return push
      const read = v.safeParse(SmsChanged, push)
      if (!read.success || read.output.notifications.length === 0) return push
      const { source_device_iden: device, notifications } = read.output
      const other = await otherOf(owner, device)
      if (other === undefined) return push
      const told = toldOf(owner)
      const fresh = notifications.filter(({ address, body, timestamp }, index) => {
        if (address === undefined || index >= mostCompared) return true
        const text = { device, address, body, timestamp }
        bus.publish(subject, { node, owner, text, other } satisfies Note)
        return !told.isAgain(text, other)
      })
      return { ...push, notifications: fresh }
    },
  }
}

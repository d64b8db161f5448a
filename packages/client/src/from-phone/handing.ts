// Hands replies, buttons that are pressed and dismissals to phones, and hears whether the phones have them.

import { notificationKey, PhoneNotificationOutcome, Refusal } from '@waypost/protocol'
import { forgetEldest } from '../ground/eldest.ts'
import { isRecord, readLoosely } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Session } from '../session/session.ts'
import type { KnownPhones } from './known-phones.ts'
import { confirms } from './mirrored-phone.ts'
import type { Trouble } from './notification.ts'

interface Deps {
  session: Session
  platform: Pick<Platform, 'after'>
  known: KnownPhones
}

/** How long a phone may take to answer, in milliseconds. */
export const answerWithin = 8_000
/** Replies that are remembered. */
export const mostReplies = 100

export function openHanding({ session, platform, known }: Deps) {
  /** What waits for the phone to say that it was handed over, by guid. */
  const outcomes = new Map<string, (refused: Trouble | undefined) => void>()
  /** Replies of other windows and devices, by guid. */
  const elsewhere = new Map<string, { key: string; message: string }>()

  /** Waits for the delivery if the phone confirms deliveries. */
  async function hand(device: string, ephemeral: Ephemeral): Promise<Trouble | undefined> {
    const guid = String(ephemeral.guid)
    const { promise, resolve } = Promise.withResolvers<Trouble | undefined>()
    const isConfirmed = confirms(session, device)
    if (isConfirmed) outcomes.set(guid, resolve)
    const stop = platform.after(answerWithin, () => resolve('silent'))
    try {
      await session.sendEphemeral(ephemeral)
      return isConfirmed ? await promise : undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return 'offline'
    } finally {
      stop()
      outcomes.delete(guid)
    }
  }

  function onReply({ target_device_iden: device, conversation_iden: to, message, guid }: Ephemeral): void {
    if (typeof device !== 'string' || !isRecord(to) || typeof message !== 'string') return
    if (typeof guid === 'string' && outcomes.has(guid)) return
    const { package_name, id, tag } = to
    const name = { package_name: String(package_name), notification_id: String(id), notification_tag: tagOf(tag) }
    const key = `${device} ${notificationKey(name)}`
    if (typeof guid !== 'string' || !confirms(session, device)) {
      known.markAnswered(key, message)
      return
    }
    elsewhere.set(guid, { key, message })
    forgetEldest(elsewhere, mostReplies)
  }

  function onOutcome(ephemeral: Ephemeral): void {
    const read = readLoosely<PhoneNotificationOutcome>(PhoneNotificationOutcome, ephemeral)
    if (!read) return
    const reply = elsewhere.get(read.guid)
    elsewhere.delete(read.guid)
    if (reply && read.refused === undefined) known.markAnswered(reply.key, reply.message)
    outcomes.get(read.guid)?.(troubleOf(read.refused))
  }

  return { hand, onReply, onOutcome }
}

/** Companions refuse no request of this client as invalid, or as one of too many: to its user, that is no answer. */
const troubleOf = (refused: PhoneNotificationOutcome['refused']): Trouble | undefined =>
  refused === 'invalid' || refused === 'busy' ? 'silent' : refused

const tagOf = (tag: unknown): string | null => (typeof tag === 'string' ? tag : null)

import { useStore } from '@nanostores/react'
import type { FileSource, Session } from '@waypost/client'
import { type Device, Refusal } from '@waypost/protocol'
import { $now } from '../browser/clock.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { useOnline } from '../target/TargetAvatar.tsx'
import { say, sayAtOnce } from '../ui/accessibility/announce.ts'
import { smsWords } from './SmsStates.tsx'

interface Outgoing {
  phone: Device
  addresses: readonly string[]
  message: string
  picture?: FileSource
}

/**
 * Sends an SMS, unless the account's quota is used up (the server is asked once more) or the phone couldn't decrypt it.
 * @returns whether it was queued, once it is on screen
 */
export async function sendSms(session: Session, { phone, addresses, message, picture }: Outgoing): Promise<boolean> {
  const isOver = () => session.$account.get()?.reply_count_quota === 'over_limit'
  if (isOver()) await session.refreshAccount()
  if (isOver()) {
    say(smsWords.get().over)
    return false
  }
  const obstacle = await obstacleOf(session, phone)
  if (obstacle !== undefined) {
    sayAtOnce(obstacle)
    return false
  }
  const key = smsOf(session).send({ device: phone.iden, addresses, message, picture })
  if (key !== undefined) await smsOf(session).shown(key)
  return key !== undefined
}

/** Offline the obstacle is unknown: the SMS is queued, and checked again before it is sent. */
async function obstacleOf(session: Session, { iden }: Device): Promise<string | undefined> {
  try {
    return await smsOf(session).obstacle(iden)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

/** Whether the phone doesn't answer pings while something is waiting for it. */
export function useAway(phone: Device, waiting: boolean): boolean {
  const { pinger } = useSession()
  const online = useStore(pinger.$online)
  const state = useStore(pinger.$state)
  // Pings again over time.
  useStore($now)
  useOnline(waiting)
  return waiting && state === 'known' && !online.has(phone.iden)
}

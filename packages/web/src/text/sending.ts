import { useStore } from '@nanostores/react'
import type { FileSource, Session } from '@waypost/client'
import { type Device, Refusal } from '@waypost/protocol'
import { $now } from '../browser/clock.ts'
import { useSession } from '../session/context.ts'
import { useOnline } from '../target/TargetAvatar.tsx'
import { say, sayAtOnce } from '../ui/announce.ts'
import { textNotices } from './Notices.tsx'
import { textsOf } from './texts.ts'

interface Outgoing {
  phone: Device
  addresses: readonly string[]
  message: string
  picture?: FileSource
}

/**
 * Sends a text. A free account that has none left keeps what was written, once the server has said that this is still so; and a text that
 * the phone could not open is not sent.
 * Answers whether it went on its way.
 */
export async function sendText(session: Session, { phone, addresses, message, picture }: Outgoing): Promise<boolean> {
  const isOver = () => session.$account.get()?.reply_count_quota === 'over_limit'
  if (isOver()) await session.refreshAccount()
  if (isOver()) {
    say(textNotices.get().over)
    return false
  }
  const obstacle = await obstacleOf(session, phone)
  if (obstacle !== undefined) {
    sayAtOnce(obstacle)
    return false
  }
  return textsOf(session).send({ device: phone.iden, addresses, message, picture }) !== undefined
}

/** Without a network nobody knows: the text waits, and is looked at again before it is sent. */
async function obstacleOf(session: Session, { iden }: Device): Promise<string | undefined> {
  try {
    return await textsOf(session).obstacle(iden)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

/** Whether a phone was asked, while something waits for it, and did not answer. */
export function useAway(phone: Device, waiting: boolean): boolean {
  const { pinger } = useSession()
  const online = useStore(pinger.$online)
  const state = useStore(pinger.$state)
  // As time goes on it is asked again.
  useStore($now)
  useOnline(waiting)
  return waiting && state === 'known' && !online.has(phone.iden)
}

import { Refusal } from '@waypost/protocol'
import { notOpened } from '../session/key-obstacle.ts'
import type { Platform } from '../session/platform.ts'
import type { Session } from '../session/session.ts'
import type { SmsOutbox } from './outbox.ts'
import type { Phone } from './phone.ts'
import type { ServerTexts } from './server-texts.ts'
import { newThreadAddresses } from './view.ts'

interface Deps {
  session: Pick<Session, 'mirror'>
  platform: Pick<Platform, 'now'>
  outbox: SmsOutbox
  server: ServerTexts
  phone(device: string): Phone
  threadWith(device: string, addresses: readonly string[]): string
}

/** The server lets a text go an hour after it was made; one that is gone much earlier was taken back, in milliseconds. */
const expiresAround = 55 * 60_000
const notSent = 'The phone could not send this.'
const unheardOf = 'The phone has not said that it sent this.'

/** Finds out what became of texts that the server was handed: call the answer whenever there may be news. */
export function openJudge({ session: { mirror }, platform, outbox, server, phone, threadWith }: Deps): () => Promise<void> {
  /** Own texts that the server was seen to have. */
  const seen = new Set<string>()
  const looking = new Set<string>()

  /** What became of own texts, by what the server has of them. */
  async function judge(): Promise<void> {
    for (const { guid, iden, error } of outbox.$entries.get()) {
      if (iden === undefined) continue
      const text = server.find(iden)
      if (text) seen.add(guid)
      // The phone has it, and the server shows it until the phone does.
      if (text?.status === 'sent') outbox.remove(guid)
      else if (text?.status === 'failed') {
        if (error === undefined) outbox.fail(guid, text.failure === 'cannot_open' ? notOpened : notSent)
      } else if (!text && !seen.has(guid)) {
        // The answer may be here before what the stream tells of it.
        if (!(await attempt(mirror.catchUp))) return
        seen.add(guid)
        if (!server.find(iden)) void look(guid)
      } else if (!text) void look(guid)
    }
  }

  /** One that the server no longer has was sent, taken back, or never fetched by the phone: what the phone keeps tells. */
  async function look(guid: string): Promise<void> {
    const entry = outbox.find(guid)
    if (!entry || entry.error !== undefined || looking.has(guid)) return
    looking.add(guid)
    try {
      const { device, addresses } = entry
      await phone(device).threads.refresh()
      const id = threadWith(device, addresses)
      const page = newThreadAddresses(id) ? undefined : phone(device).thread(id)
      await page?.refresh()
      if (!outbox.find(guid)) return
      // Without an answer it stays pending until there is one.
      const states = [phone(device).threads.known().state, page?.known().state]
      if (states.includes('failed') || states.includes('loading')) return
      if (platform.now() - entry.created < expiresAround) outbox.remove(guid)
      else outbox.fail(guid, unheardOf)
    } finally {
      looking.delete(guid)
    }
  }

  return judge
}

/** Answers whether it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

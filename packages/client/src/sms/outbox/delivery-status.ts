// Decides whether the phone has sent each SMS of the outbox, from the reports of server and phone.

import { Refusal } from '@waypost/protocol'
import type { Platform } from '../../ground/platform.ts'
import type { Session } from '../../session/session.ts'
import { notSent, whyNotSent } from '../failure.ts'
import type { Phone } from '../phone.ts'
import type { ServerTexts } from '../server-texts.ts'
import { newThreadAddresses } from '../view.ts'
import type { SmsOutbox } from './outbox.ts'

interface Deps {
  session: Pick<Session, 'mirror'>
  platform: Pick<Platform, 'now'>
  outbox: SmsOutbox
  server: ServerTexts
  phone(device: string): Phone
  threadWith(device: string, addresses: readonly string[]): string
}

/** Milliseconds. The server deletes an SMS after an hour; one that disappears earlier than this was deleted by the user. */
const expiresAround = 55 * 60_000
const notConfirmed = 'The phone has not said that it sent this.'

/** Tracks the outcome of SMS that are on the server. Returns a function to call whenever there may be news. */
export function openJudge({ session: { mirror }, platform, outbox, server, phone, threadWith }: Deps): () => Promise<void> {
  /** Guids of own SMS that have been on the server. */
  const seen = new Set<string>()
  const checking = new Set<string>()

  /** Updates own SMS from the server's status. */
  async function judge(): Promise<void> {
    for (const { guid, iden, error } of outbox.$entries.get()) {
      if (iden === undefined) continue
      const text = server.find(iden)
      if (text) seen.add(guid)
      // The phone has it, and the server's copy is shown until the phone's messages include it.
      if (text?.status === 'sent') outbox.remove(guid)
      else if (text?.status === 'failed') {
        if (error === undefined) outbox.fail(guid, whyNotSent(text) ?? notSent)
      } else if (!text && !seen.has(guid)) {
        // The response may arrive before the stream's event.
        if (!(await attempt(mirror.catchUp))) return
        seen.add(guid)
        if (!server.find(iden)) void check(guid)
      } else if (!text) void check(guid)
    }
  }

  /** The server no longer has it, so it was sent, deleted, or never fetched by the phone: check the messages of the phone. */
  async function check(guid: string): Promise<void> {
    const entry = outbox.find(guid)
    if (!entry || entry.error !== undefined || checking.has(guid)) return
    checking.add(guid)
    try {
      const { addresses, device: home, via: device = home } = entry
      await phone(device).threads.refresh()
      const id = threadWith(device, addresses)
      const page = newThreadAddresses(id) ? undefined : phone(device).thread(id)
      await page?.refresh()
      if (!outbox.find(guid)) return
      // Without a response it stays pending.
      const states = [phone(device).threads.known().state, page?.known().state]
      if (states.includes('failed') || states.includes('loading')) return
      if (platform.now() - entry.created < expiresAround) outbox.remove(guid)
      else outbox.fail(guid, notConfirmed)
    } finally {
      checking.delete(guid)
    }
  }

  return judge
}

/** Returns false on a refusal, otherwise true. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

// Plays a phone with the companion app, and finds its conversations on the page.

import type { Locator } from '@playwright/test'
import { type Actor, expect, history, type Page } from './actors.ts'

interface Message {
  id: string
  timestamp: number
  direction: 'incoming' | 'outgoing'
  body?: string
  status?: string
  guid?: string
  recipient_index?: number
  image_urls?: string[]
}

interface Thread {
  id: string
  recipients: { name?: string; address?: string }[]
  messages: Message[]
}

interface SentText {
  iden: string
  data: { message?: string; addresses?: string[]; guid?: string; status?: string; file_type?: string; ciphertext?: string }
  file_url?: string
}

interface Phone {
  readonly iden: string
  /** Publishes conversations, encrypted with `seal` if given. */
  keep(threads: Thread[], seal?: (data: object) => Promise<object>): Promise<void>
  keepPhonebook(phonebook: { name?: string; phone: string; phone_type?: string }[]): Promise<void>
  /** Notifies the clients of a change, and of new messages if given. */
  tell(notifications?: { thread_id: string; title: string; body: string; timestamp: number }[]): Promise<void>
  /** Waits until this many texts are queued for the phone, and returns them. */
  waiting(count: number): Promise<SentText[]>
  says(text: SentText, status: 'sent' | 'failed'): Promise<void>
}

export const minutesAgo = (minutes: number): number => Math.floor(Date.now() / 1_000) - 60 * minutes

/** Adds a phone to an account. */
export async function connectPhone(actor: Pick<Actor, 'call'>, fields: object = {}): Promise<Phone> {
  const made = await actor.call('/v2/devices', {
    nickname: 'Pixel 8',
    icon: 'phone',
    has_sms: true,
    has_mms: true,
    app_version: 300,
    ...fields,
  })
  const iden: string = made.body.iden
  const set = async (key: string, data: object) => {
    expect((await actor.call('/v3/set-permanent', { key, data })).status).toBe(200)
  }
  return {
    iden,
    async keep(threads, seal = async (data) => data) {
      for (const { id, messages } of threads) await set(`${iden}_thread_${id}`, await seal({ thread: newestFirst(messages) }))
      const list = threads.map(({ id, recipients, messages }) => {
        const [latest] = newestFirst(messages)
        return { id, recipients, ...(latest && { latest }) }
      })
      await set(`${iden}_threads`, await seal({ threads: list }))
    },
    keepPhonebook: (phonebook) => set(`phonebook_${iden}`, { phonebook }),
    async tell(notifications = []) {
      const push = { type: 'sms_changed', source_device_iden: iden, notifications }
      expect((await actor.call('/v2/ephemerals', { type: 'push', push })).status).toBe(200)
    },
    async waiting(count) {
      let found: SentText[] = []
      await expect(async () => {
        const { texts } = (await actor.call('/v2/texts?active=true')).body as { texts: SentText[] }
        found = texts.filter(({ data }) => data.status === 'queued')
        expect(found).toHaveLength(count)
      }).toPass()
      return found
    },
    async says({ iden: text }, status) {
      expect((await actor.call(`/v2/texts/${text}`, { data: { status } })).status).toBe(200)
    },
  }
}

const newestFirst = (messages: Message[]) => [...messages].sort((a, b) => b.timestamp - a.timestamp)

export const dana = { name: 'Dana', address: '+1 555 010 0199' }
export const eli = { name: 'Eli', address: '+1 555 010 0142' }
export const jo = { name: 'Jo', address: '+1 555 010 0177' }

export const reply = (page: Page) => page.getByRole('textbox', { name: /^Text message to/ })
export const threads = (page: Page) => page.getByRole('navigation', { name: 'Texting' }).getByRole('listitem')
export const bubble = (page: Page, words: string): Locator => history(page).getByRole('article').filter({ hasText: words })
export const title = (page: Page) => page.getByRole('heading', { level: 1 })

export const incoming = (id: number, minutes: number, body: string) => ({
  id: String(id),
  timestamp: minutesAgo(minutes),
  direction: 'incoming' as const,
  body,
})

/** A phone with one conversation, with Dana. */
export async function withDana(actor: Pick<Actor, 'call'>, fields?: object): Promise<Phone> {
  const phone = await connectPhone(actor, fields)
  await phone.keep([{ id: '7', recipients: [dana], messages: [incoming(1, 40, 'Are you there?'), incoming(2, 3, 'On the bus')] }])
  return phone
}

export async function openDana(actor: Actor, phone: Phone): Promise<Page> {
  const page = await actor.open(`/#sms/${phone.iden}/7`)
  await expect(bubble(page, 'On the bus')).toBeVisible()
  return page
}

export async function type(page: Page, words: string): Promise<void> {
  await reply(page).fill(words)
  await reply(page).press('Enter')
}

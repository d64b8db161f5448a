import { platform as ownPlatform, type Platform } from '@waypost/client'
import type { PhonebookEntry } from '@waypost/protocol'
import { type NewMessage, openConversations } from './conversations.ts'
import { isSameAddress, readNumber } from './number.ts'
import { type OutgoingSms, type Phone, type PhoneChange, SmsRefused, type SmsState } from './phone.ts'
import { answers, contacts, story } from './simulated-story.ts'

type Clock = Pick<Platform, 'now' | 'after'>

/** How long sending a text and answering it take, in milliseconds. */
const sendingTime = 700
const answerTime = 3_000
const noOne = '+15550199'

/**
 * A phone that only exists in this program, to try things out: with conversations, a phone book, pictures and groups, and people who reply
 * after a moment. Nothing is really sent, and nothing is saved. Texts to +1 555 0199 fail.
 */
export function openSimulated({ clock = ownPlatform }: { clock?: Clock } = {}): Phone {
  const conversations = openConversations({ nameOf, log: () => {} })
  const listeners = new Set<(change: PhoneChange) => void>()
  const stops = new Set<() => void>()
  let answered = 0

  const seconds = () => Math.floor(clock.now() / 1_000)
  for (const [index, { people, from, body, minutesAgo, picture }] of story().entries()) {
    conversations.add(people, {
      ...messageOf(`story ${index}`, people, body, picture),
      direction: from === undefined ? 'outgoing' : 'incoming',
      timestamp: seconds() - minutesAgo * 60,
      ...(from === undefined ? { status: 'sent' } : people.length > 1 && { recipient_index: people.indexOf(from) }),
    })
  }

  function messageOf(key: string, people: readonly string[], body: string, picture?: string): NewMessage {
    const type = people.length > 1 || picture !== undefined ? 'mms' : 'sms'
    return {
      key,
      type,
      body,
      timestamp: seconds(),
      direction: 'outgoing',
      ...(picture !== undefined && { image_urls: [picture] }),
    }
  }

  function later(milliseconds: number, work: () => void): void {
    const stop = clock.after(milliseconds, () => {
      stops.delete(stop)
      work()
    })
    stops.add(stop)
  }

  function notifyListeners(change: Partial<PhoneChange>): void {
    for (const listener of listeners) listener({ incoming: [], settled: [], ...change })
  }

  function settle(key: string, people: readonly string[]): void {
    const state = people.includes(noOne) ? 'failed' : 'sent'
    conversations.change(key, { status: state })
    notifyListeners({ settled: [{ key, state }] })
    const who = people.find((number) => nameOf(number) !== undefined)
    if (state === 'sent' && who !== undefined) later(answerTime, () => answer(who, people))
  }

  function answer(from: string, people: readonly string[]): void {
    const body = answers[answered++ % answers.length] ?? ''
    const group = people.length > 1 && { recipient_index: people.indexOf(from) }
    const message: NewMessage = { ...messageOf(`answer ${answered}`, people, body), direction: 'incoming', ...group }
    const { thread } = conversations.add(people, message)
    notifyListeners({ incoming: [{ thread_id: thread, title: nameOf(from) ?? from, body, timestamp: message.timestamp }] })
  }

  function send({ key, guid, addresses, message, picture }: OutgoingSms): SmsState {
    const known = conversations.find(key)
    if (known) return known.message.status as SmsState
    const people = [...new Set(addresses.map(readRecipient))]
    conversations.add(people, {
      ...messageOf(key, people, message, picture?.url),
      status: 'queued',
      ...(guid !== undefined && { guid }),
    })
    notifyListeners({})
    later(sendingTime, () => settle(key, people))
    return 'queued'
  }

  return {
    name: 'a simulated phone',
    hasMms: true,
    threads: async () => conversations.threads(),
    thread: async (id) => conversations.thread(id),
    phonebook: async () => contacts,
    send: async (text) => send(text),
    async takeBack(key) {
      const { status } = conversations.find(key)?.message ?? {}
      if (status === 'failed') {
        conversations.remove(key)
        notifyListeners({})
      }
      // A text that is being sent can't be stopped.
      return status === 'failed' || status === undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      for (const stop of stops) stop()
      stops.clear()
    },
  }
}

function readRecipient(address: string): string {
  const number = readNumber(address)
  if (number === undefined) throw new SmsRefused(`"${address}" is not a phone number.`)
  return contacts.map(({ phone }) => readNumber(phone) ?? phone).find((known) => isSameAddress(known, number)) ?? number
}

function nameOf(address: string): string | undefined {
  return contacts.find(({ phone }: PhonebookEntry) => isSameAddress(readNumber(phone) ?? phone, readNumber(address) ?? address))
    ?.name
}

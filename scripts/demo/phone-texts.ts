import { answers, contacts, story } from 'waypost/phone/simulated-story'
import type { StandInMessage } from 'waypost/phone/stand-in-message'
import type { StandInPhone } from 'waypost/phone/stand-in-phone'

/** How long sending a text and answering it take, in milliseconds. */
const sendingTime = 700
const answerTime = 3_000
/** Texts to this number fail. */
const noOne = '15550199'
const mostMessages = 2_000

const digits = (number: string): string => number.replace(/\D/g, '')
const addressesOf = (numbers: readonly string[]) => numbers.map((address) => ({ address }))

/** Fills a phone with the people of the simulated phone and what they wrote. */
export function fillTexts(phone: StandInPhone, now = Date.now()): void {
  for (const name of new Set(contacts.map((contact) => contact.name ?? ''))) phone.contacts.set(name, cardOf(name))
  const threads = new Map<string, number>()
  phone.messages = story().map(({ people, from, body, minutesAgo, picture }, index): StandInMessage => {
    const key = [...people].sort().join()
    const thread_id = threads.get(key) ?? threads.size + 1
    threads.set(key, thread_id)
    // The first address of a group is that of the sender.
    const inOrder = from === undefined ? people : [from, ...people.filter((number) => number !== from)]
    return {
      ...phone.message({ addresses: addressesOf(inOrder) }),
      thread_id,
      body,
      date: now - minutesAgo * 60_000,
      type: from === undefined ? 2 : 1,
      read: 1,
      ...(picture !== undefined && { attachments: [attach(phone, picture, index)] }),
    }
  })
}

/** A picture in a text: its preview, and the full picture on request. */
function attach(phone: StandInPhone, picture: string, part_id: number) {
  const encoded_thumbnail = picture.slice(picture.indexOf(',') + 1)
  const unique_identifier = `PART_${part_id}.png`
  phone.attachments.set(unique_identifier, Buffer.from(encoded_thumbnail, 'base64'))
  return { part_id, mime_type: 'image/png', encoded_thumbnail, unique_identifier }
}

/** A vCard of version 2.1, as Android writes them. */
function cardOf(name: string): string {
  const kinds: Record<string, string> = { mobile: 'CELL', work: 'WORK', home: 'HOME' }
  const numbers = contacts
    .filter((contact) => contact.name === name)
    .map(({ phone, phone_type }) => `TEL;${kinds[phone_type ?? ''] ?? 'VOICE'}:${phone}`)
  const [family = '', ...given] = name.split(' ').reverse()
  return [
    'BEGIN:VCARD',
    'VERSION:2.1',
    `N:${family};${given.reverse().join(' ')};;;`,
    `FN:${name}`,
    ...numbers,
    'END:VCARD',
    '',
  ].join('\r\n')
}

/** Decides the outcome of texts sent with a phone, and lets people answer; `after` runs work later. */
export function answerTexts(
  phone: StandInPhone,
  after: (milliseconds: number, work: () => void) => void,
): (numbers: string[]) => void {
  // They are sent after a moment.
  phone.outcome = undefined
  let answered = 0
  return (numbers) => {
    const message = phone.messages.at(-1)
    if (!message) return
    if (phone.messages.length > mostMessages) phone.messages.splice(0, phone.messages.length - mostMessages)
    const isLost = numbers.some((number) => digits(number) === noOne)
    after(sendingTime, () => phone.settle(message, isLost ? 5 : 2))
    const who = isLost
      ? undefined
      : numbers.find((number) => contacts.some((contact) => digits(contact.phone) === digits(number)))
    if (who === undefined) return
    after(answerTime, () => {
      const body = answers[answered++ % answers.length] ?? ''
      const addresses = addressesOf([who, ...numbers.filter((number) => number !== who)])
      phone.receive({ ...phone.message({ addresses }), thread_id: message.thread_id, body })
    })
  }
}

// Makes texts from pushes: one line, the label for screen readers, the text to copy, the URL to open.

import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { plainText } from '../format/formatting/plain.ts'
import { isLink } from '../format/links.ts'
import { i18n, params } from '../ui/language.ts'

const messages = i18n('push-words', {
  you: 'You',
  deleted: 'This message was deleted.',
  note: params('{sender}, message: {words}, {time}'),
  link: params('{sender}, link: {words}, {time}'),
  file: params('{sender}, file: {words}, {time}'),
  address: params('{sender}, address: {words}, {time}'),
  list: params('{sender}, list: {words}, {time}'),
})

/** The text of a push in one line, without the marks of its formatting. */
export function wordsOf(push: Push): string {
  if (push.deleted_by_sender) return messages.get().deleted
  const body = push.type === 'address' ? push.body : push.body && plainText(push.body)
  const all = [push.title ?? push.name, body ?? push.address, push.file_name, push.url]
  return all.filter(Boolean).join(' ').replace(/\s+/g, ' ').slice(0, 120)
}

/** The label of a push for screen readers: sender, type, first words and time. */
export function labelOf({ push, side }: Pick<HistoryItem, 'push' | 'side'>, name: string, time: string): string {
  const t = messages.get()
  if (push.deleted_by_sender) return `${push.sender_name ?? name}, ${t.deleted}`
  const sender = side === 'out' || push.direction === 'self' ? t.you : (push.sender_name ?? name)
  return t[push.type ?? 'note']({ sender, words: wordsOf(push), time })
}

/** The words of a push, as they were typed. */
export function textOf(push: Push): string {
  const items = push.items?.map((item) => item.text).join('\n')
  return [push.title ?? push.name, push.body ?? push.address ?? items].filter(Boolean).join('\n')
}

/** The text that 'Copy' puts on the clipboard. */
export function copyOf(push: Push): string {
  const text = textOf(push)
  const address = push.url ?? push.file_url
  return push.type === 'link' || (push.type === 'file' && address) ? (address ?? text) : text
}

/** The URL that a push opens, if any. */
export function addressOf(push: Push): string | undefined {
  return [push.url, push.file_url].find(isLink)
}

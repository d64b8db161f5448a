import { isLink, type Push } from '@waypost/protocol'
import { plainText } from './blocks.ts'
import { markdownWords } from './markdown-words.ts'

/** The words that a program adds to those of a push, in the user's language. */
export interface PushTexts {
  /** The text of a push that its sender has deleted. */
  deleted: string
  fileWords(push: Push): string | undefined
}

/** More than a line shows, in UTF-16 units. */
const most = 120

/** The text of a push in one line, without formatting marks. */
export function wordsOf(push: Push, texts: PushTexts): string {
  if (push.deleted_by_sender) return texts.deleted
  const body = push.type === 'address' ? push.body : push.body && (push.markdown ? markdownWords : plainText)(push.body)
  const all = [push.title ?? push.name, body ?? push.address, texts.fileWords(push), push.url]
  return all.filter(Boolean).join(' ').replace(/\s+/g, ' ').slice(0, most)
}

/** The words of a push, as typed. */
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

// Makes the line that a list shows of a push: what kind it is, and its first words.

import type { Push } from '@waypost/protocol'
import { plainText } from './formatting/plain.ts'
import { shortLink } from './links.ts'

/** What a push is to the eye: a picture is a file that shows one. */
export type PushKind = 'note' | 'picture' | 'file' | 'link' | 'list' | 'address'

/** More than a line can show, in UTF-16 units. */
const drawn = 200

/** The kind of a push, and its first words in one line. */
export function lastLineOf(push: Push): { kind: PushKind; words: string } {
  const kind = kindOf(push)
  return { kind, words: oneLine(wordsOf(push, kind)) }
}

function kindOf({ type = 'note', file_type, image_url }: Push): PushKind {
  return type === 'file' && (image_url || file_type?.startsWith('image/')) ? 'picture' : type
}

function wordsOf(push: Push, kind: PushKind): string {
  const { title, url, file_name } = push
  // A line shows the words without the marks of their formatting.
  const body = kind === 'list' || kind === 'address' ? push.body : plainText(push.body ?? '')
  if (kind === 'picture' || kind === 'file') return body || title || file_name || ''
  if (kind === 'link') return title || body || shortLink(url ?? '')
  if (kind === 'list') return title || (body ?? '').slice(0, 2 * drawn).replace(/\n+/g, ', ')
  return [title ?? push.name, body || push.address].filter(Boolean).join(' ') || (url ?? '')
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * drawn)
    .replace(/\s+/g, ' ')
    .trim()
  // Do not cut a surrogate pair.
  return line.length <= drawn ? line : `${line.slice(0, drawn).replace(/[\ud800-\udbff]$/, '')}…`
}

import type { HistoryItem } from '@waypost/client'
import { isLink, type Push } from '@waypost/protocol'
import { inWords } from '../../targets/names.ts'
import { wordsOf } from '../list/last-line.ts'

/** The label of a message: sender, kind, opening words and time. */
export function labelOf({ push, side, album }: HistoryItem, name: string, time: string): string {
  if (push.deleted_by_sender) return `${push.sender_name ?? name}, this message was deleted, ${time}`
  const sender = side === 'out' || push.direction === 'self' ? 'You' : inWords(push.sender_name ?? name, 60)
  const kind = album ? `album, ${album.length} pictures` : push.type === 'note' || !push.type ? 'message' : push.type
  return `${sender}, ${kind}: ${inWords(wordsOf(push), 120)}, ${time}`
}

/** The address that a message opens, if any. */
export const addressOf = (push: Push): string | undefined => [push.url, push.file_url].find((url) => isLink(url))

/** The text that 'Copy' puts on the clipboard. */
export function copyOf(push: Push): string {
  const items = push.items?.map(({ text }) => text).join('\n')
  const text = [push.title ?? push.name, push.body ?? push.address ?? items].filter(Boolean).join('\n')
  const address = push.url ?? push.file_url
  return (push.type === 'link' || push.type === 'file') && address ? address : text || (address ?? '')
}

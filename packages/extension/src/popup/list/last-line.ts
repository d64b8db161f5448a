import type { LastMessage, Target } from '@waypost/client'
import { plainText } from '@waypost/client/words/blocks'
import { markdownWords } from '@waypost/client/words/markdown-words'
import { isVoiceMessage, lengthText, type Push } from '@waypost/protocol'
import { inWords } from '../../targets/names.ts'
import type { IconName } from '../../ui/Icon.tsx'

interface LastLine {
  /** The sender, unless it is the target itself. */
  sender?: string
  icon?: IconName
  /** The meaning of the icon, for screen readers. */
  kind?: string
  words: string
}

/** UTF-16 units of a line, at most. */
const drawn = 160

const kinds: Partial<Record<NonNullable<Push['type']>, { icon: IconName; kind: string }>> = {
  link: { icon: 'link', kind: 'Link' },
  file: { icon: 'paperclip', kind: 'File' },
  address: { icon: 'place', kind: 'Address' },
  list: { icon: 'list', kind: 'List' },
}

/** The line under the name of a target with its last message. */
export function lastLineOf({ push }: LastMessage, target: Target, deviceName: (iden: string) => string | undefined): LastLine {
  if (push.deleted_by_sender) return { words: 'This message was deleted.' }
  const sender = senderOf(push, target, deviceName)
  return { ...(sender && { sender }), ...kindOf(push), words: inWords(wordsOf(push), drawn) }
}

function kindOf(push: Push): Pick<LastLine, 'icon' | 'kind'> {
  if (isVoiceMessage(push)) return { icon: 'mic' }
  if (isPicture(push)) return { icon: 'image', kind: 'Picture' }
  return kinds[push.type ?? 'note'] ?? {}
}

export const isPicture = ({ type, file_type = '' }: Push): boolean => type === 'file' && /^image\//i.test(file_type)

/** The text of a push, as far as a line needs it. */
export function wordsOf(push: Push): string {
  const { type = 'note', title, name, address, url, file_name } = push
  // A line shows the text without its formatting marks.
  const plain = push.markdown ? markdownWords : plainText
  const body = type === 'list' || type === 'address' ? push.body : plain(push.body ?? '')
  if (isVoiceMessage(push)) {
    const length = push.duration === undefined ? 'Voice message' : `Voice message, ${lengthText(push.duration)}`
    return body ? `${length} ${body}` : length
  }
  if (type === 'file') return body || title || file_name || ''
  if (type === 'link') return title || body || url || ''
  if (type === 'list') return title || (body ?? '').slice(0, 4 * drawn).replace(/\n+/g, ', ')
  return [title ?? name, body || address].filter(Boolean).join(' ') || (url ?? '')
}

function senderOf(push: Push, { type, key }: Target, deviceName: (iden: string) => string | undefined): string | undefined {
  if (type !== 'me' && type !== 'device') return push.direction === 'incoming' ? undefined : 'You:'
  const source = push.source_device_iden
  if (source === key) return undefined
  const name = source === undefined ? undefined : deviceName(source)
  if (name === undefined) return type === 'me' ? undefined : 'You:'
  return `${inWords(name, 40)}:`
}

import { plainText } from '@waypost/client/words/blocks'
import { markdownWords } from '@waypost/client/words/markdown-words'
import { shortLink } from '@waypost/client/words/short-links'
import { isVoiceMessage, type Push } from '@waypost/protocol'
import { clipped } from './names.ts'
import { fileWordsOf } from './voice-message.ts'

/** The visible kind of a push: pictures and voice messages are files on the wire. */
export type PushKind = 'note' | 'picture' | 'voice' | 'file' | 'link' | 'list' | 'address'

/** More than a line can show, in UTF-16 units. */
const drawn = 200

/** The kind of a push, and its first words in one line. */
export function lastLineOf(push: Push): { kind: PushKind; words: string } {
  const kind = kindOf(push)
  return { kind, words: oneLine(wordsOf(push, kind)) }
}

function kindOf(push: Push): PushKind {
  const { type = 'note', file_type, image_url } = push
  if (isVoiceMessage(push)) return 'voice'
  return type === 'file' && (image_url || file_type?.startsWith('image/')) ? 'picture' : type
}

function wordsOf(push: Push, kind: PushKind): string {
  const { title, url, file_name } = push
  // A line shows the text without its formatting marks.
  const plain = push.markdown ? markdownWords : plainText
  const body = kind === 'list' || kind === 'address' ? push.body : plain(push.body ?? '')
  if (kind === 'voice') return [fileWordsOf(push), body || title].filter(Boolean).join(' ')
  if (kind === 'picture' || kind === 'file') return body || title || file_name || ''
  if (kind === 'link') return title || body || shortLink(url ?? '')
  if (kind === 'list') return title || (body ?? '').slice(0, 2 * drawn).replace(/\n+/g, ', ')
  return [title ?? push.name, body || push.address].filter(Boolean).join(' ') || (url ?? '')
}

const oneLine = (text: string): string =>
  clipped(
    text
      .slice(0, 4 * drawn)
      .replace(/\s+/g, ' ')
      .trim(),
    drawn,
  )

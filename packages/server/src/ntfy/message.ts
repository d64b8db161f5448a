// Converts the messages of a source to ntfy's format.

import type { Action } from '@waypost/protocol'
import type { SourceMessage } from '../source/message.ts'

/** A message, or an event of one, as ntfy subscribers see it. ntfy sends the keys in this order. */
export interface NtfyMessage {
  id: string
  sequence_id?: string
  time: number
  expires?: number
  event: 'open' | 'keepalive' | 'message' | 'message_clear' | 'message_delete' | 'poll_request'
  topic: string
  title?: string
  message?: string
  priority?: number
  tags?: string[]
  click?: string
  icon?: string
  actions?: Record<string, unknown>[]
  attachment?: { name: string; type?: string; size?: number; expires?: number; url: string }
  content_type?: 'text/markdown'
  encoding?: 'base64'
}

/** The parts of a message kept only to be returned to ntfy subscribers unchanged. */
export interface OfNtfy {
  encoding?: 'base64'
  /** Whether only current subscribers get it. */
  uncached?: boolean
}

/** The minimum seconds that a message is kept, as reported to its publisher if there is no setting. */
const usuallyKept = 12 * 3_600

/** Converts a source's message to ntfy's format. */
export function shown(topic: string, { id, event, time, expires, update_id, content }: SourceMessage): NtfyMessage {
  const sequence = update_id !== null && update_id !== id ? { sequence_id: update_id } : {}
  const { encoding, uncached } = (content.foreign ?? {}) as OfNtfy
  const times = { time, ...(!uncached && { expires: expires ?? time + usuallyKept }) }
  if (event !== 'message') return { id, ...sequence, ...times, event, topic }
  const { title, body, priority, labels, url, icon_url, actions, markdown } = content
  const attachment = attachmentOf(content)
  const seen = (actions ?? []).filter(({ action }) => action !== 'answer').map(shownAction)
  return {
    id,
    ...sequence,
    ...times,
    event,
    topic,
    ...(title && { title }),
    message: body || (attachment ? `You received a file: ${attachment.name}` : 'triggered'),
    ...(priority !== undefined && { priority }),
    ...(labels?.length && { tags: labels }),
    ...(url && { click: url }),
    ...(icon_url && { icon: icon_url }),
    ...(seen.length > 0 && { actions: seen }),
    ...(attachment && { attachment }),
    ...(markdown && { content_type: 'text/markdown' }),
    ...(encoding && { encoding }),
  }
}

function attachmentOf({ file_url, file_name, file_type, file_size }: SourceMessage['content']): NtfyMessage['attachment'] {
  if (file_url === undefined) return undefined
  return {
    name: file_name || nameIn(file_url),
    ...(file_size !== undefined && { ...(file_type && { type: file_type }), size: file_size }),
    url: file_url,
  }
}

/** The file name in a URL: the last part of the path. */
export function nameIn(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  const last = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last) || 'attachment'
  } catch {
    return last || 'attachment'
  }
}

function shownAction({ id, action, label, clear, ...rest }: Action): Record<string, unknown> {
  return { id, action, label, clear: clear ?? false, ...rest }
}

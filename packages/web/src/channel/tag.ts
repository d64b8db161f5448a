import { limits } from '@waypost/protocol'

/** The tag that somebody typed or pasted: alone, with a sign before it, or in a channel's address. Undefined when it cannot be one. */
export function tagIn(text: string): string | undefined {
  const typed = text.trim()
  const inAddress = URL.canParse(typed) ? new URL(typed).searchParams.get('tag') : undefined
  const tag = inAddress ?? typed.replace(/^[#@]/, '')
  return isTag(tag) ? tag : undefined
}

/** Whether a channel can have that tag at all; others need not be asked for. */
export function isTag(text: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(text) && text.length <= limits.tagLength
}

/** What is wrong with the tag that somebody writes for a new channel, as far as that can be told without the server. */
export type TagTrouble = 'spaces' | 'symbol' | 'long'

export function tagTrouble(text: string): TagTrouble | undefined {
  if (/\s/.test(text)) return 'spaces'
  if (/[^A-Za-z0-9_-]/.test(text)) return 'symbol'
  return text.length > limits.tagLength ? 'long' : undefined
}

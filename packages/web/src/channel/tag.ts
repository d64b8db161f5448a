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

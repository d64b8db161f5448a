import { tagLength } from '@waypost/protocol'

/** Parses a typed tag: alone, with `#` or `@`, or in the URL of a channel. Undefined if it is not a valid tag. */
export function tagIn(text: string): string | undefined {
  const typed = text.trim()
  const inAddress = URL.canParse(typed) ? new URL(typed).searchParams.get('tag') : undefined
  const tag = inAddress ?? typed.replace(/^[#@]/, '')
  return isTag(tag) ? tag : undefined
}

/** Whether a tag is valid, so that looking it up makes sense. */
export function isTag(text: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(text) && text.length <= tagLength
}

/** Why a tag for a new channel is invalid, without asking the server. */
type TagTrouble = 'spaces' | 'symbol' | 'long'

export function tagTrouble(text: string): TagTrouble | undefined {
  if (/\s/.test(text)) return 'spaces'
  if (/[^A-Za-z0-9_-]/.test(text)) return 'symbol'
  return text.length > tagLength ? 'long' : undefined
}

/** The tag that somebody typed or pasted: alone, with a sign before it, or in a channel's address. Undefined when it cannot be one. */
export function tagIn(text: string): string | undefined {
  const typed = text.trim()
  const inAddress = URL.canParse(typed) ? new URL(typed).searchParams.get('tag') : undefined
  const tag = inAddress ?? typed.replace(/^[#@]/, '')
  return /^[A-Za-z0-9_-]+$/.test(tag) ? tag : undefined
}

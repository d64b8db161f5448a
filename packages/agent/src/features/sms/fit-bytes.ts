// Shortens lists and texts so they fit into a published value, a page or a notification.

/** Returns the first entries of a list that fit into `maxBytes` of JSON. */
export function fitting<T>(list: readonly T[], maxBytes: number): T[] {
  let used = 0
  const end = list.findIndex((each) => {
    used += Buffer.byteLength(JSON.stringify(each)) + 1
    return used > maxBytes
  })
  return end < 0 ? [...list] : list.slice(0, end)
}

/** Cuts a text after `maxLength` UTF-16 units, but not within a character. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

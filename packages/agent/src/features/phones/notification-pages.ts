// Splits a phone's notifications into ephemerals short enough to be relayed.

import { ephemeralBytes, type MirroredNotification } from '@waypost/protocol'

/** Bytes of a page as JSON. Encryption makes it a third longer, and adds an envelope. */
const pageBytes = Math.floor(ephemeralBytes * 0.45)
/** The most pages of text only, and in total with icons. */
const most = { textPages: 3, pages: 4 }

interface Listed {
  content: MirroredNotification
  icon: string | undefined
}

/**
 * The pages of a notification list, latest first; at least one. The oldest are left out if there are too many, and icons if they don't fit.
 */
export function notificationPages(listed: readonly Listed[]): MirroredNotification[][] {
  const latestFirst = [...listed].sort((one, other) => (other.content.created ?? 0) - (one.content.created ?? 0))
  const kept: (Listed & { bytes: number })[] = []
  let texts = 0
  for (const each of latestFirst) {
    const bytes = bytesOf(each.content)
    if (texts + bytes > most.textPages * pageBytes) break
    texts += bytes
    kept.push({ ...each, bytes })
  }
  let forIcons = most.pages * pageBytes - texts
  const pages: MirroredNotification[][] = [[]]
  let length = 0
  for (const { content, icon, bytes } of kept) {
    const hasIcon = icon !== undefined && icon.length <= forIcons
    if (hasIcon) forIcons -= icon.length
    const own = bytes + (hasIcon ? icon.length : 0)
    if (length + own > pageBytes && length > 0) {
      pages.push([])
      length = 0
    }
    length += own
    pages.at(-1)?.push(hasIcon ? { ...content, icon } : content)
  }
  return pages
}

/** Includes the comma and the icon's field name. */
const bytesOf = (content: MirroredNotification): number => Buffer.byteLength(JSON.stringify(content)) + 20

// Shortens mirrored notifications for browsers that are reached while closed.

import type { Ephemeral } from '@waypost/client'

/** In characters: the longest notification as JSON that fits encrypted into a Web Push message, and its texts in the shortened form. */
const most = { whole: 1_700, title: 100, body: 300 }

/** A mirrored notification without its icon and with shortened texts; undefined if it is short enough already, and for anything else. */
export function shortMirror(ephemeral: Ephemeral): Ephemeral | undefined {
  if (ephemeral.type !== 'mirror' || JSON.stringify(ephemeral).length <= most.whole) return undefined
  const { icon: _, title, body, ...rest } = ephemeral
  return {
    ...rest,
    ...(typeof title === 'string' && { title: title.slice(0, most.title) }),
    ...(typeof body === 'string' && { body: body.slice(0, most.body) }),
  }
}

// Shortens mirrored notifications for browsers that are reached while they are closed.

import type { Ephemeral } from '@waypost/client'

/** Characters of a notification as JSON that fit encrypted into a message of Web Push, and of its texts in the shorter form. */
const most = { whole: 1_700, title: 100, body: 300 }

/** A mirrored notification without its icon and with shorter texts; undefined for one that is short enough, and for anything else. */
export function shortMirror(ephemeral: Ephemeral): Ephemeral | undefined {
  if (ephemeral.type !== 'mirror' || JSON.stringify(ephemeral).length <= most.whole) return undefined
  const { icon: _, title, body, ...rest } = ephemeral
  return {
    ...rest,
    ...(typeof title === 'string' && { title: title.slice(0, most.title) }),
    ...(typeof body === 'string' && { body: body.slice(0, most.body) }),
  }
}

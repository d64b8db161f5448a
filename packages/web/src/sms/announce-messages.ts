// Announces new and failed messages of the open SMS conversation to screen readers.

import type { SmsItem } from '@waypost/client/sms'
import { useEffect, useRef } from 'react'
import { say, sayAtOnce } from '../ui/accessibility/announce.ts'
import { count, i18n, params } from '../ui/language.ts'

const messages = i18n('text-spoken', {
  one: params('{name}: {text}'),
  many: count({ one: '{count} new message', other: '{count} new messages' }),
  failed: params('Failed: {reason}'),
  picture: 'Picture',
})

/** Announced messages are cut to this length, in UTF-16 units. */
const maxLength = 120

/** Announces new messages of the open conversation, and those that failed. Before `settled` nothing counts as new. */
export function useAnnouncedMessages(items: readonly SmsItem[], name: string, settled: boolean): void {
  const known = useRef<ReadonlyMap<string, SmsItem['state']>>(undefined)
  useEffect(() => {
    if (!settled) return
    const before = known.current
    known.current = new Map(items.map(({ key, state }) => [key, state]))
    if (!before) return
    const t = messages.get()
    const came = items.filter(({ key, side }) => side === 'in' && !before.has(key))
    const [only] = came
    if (came.length === 1 && only) say(t.one({ name: only.sender ?? name, text: (only.body || t.picture).slice(0, maxLength) }))
    else if (came.length > 1) say(t.many(came.length))
    for (const { key, state, error } of items)
      if (state === 'failed' && before.get(key) === 'pending') sayAtOnce(t.failed({ reason: error ?? '' }))
  }, [items, name, settled])
}

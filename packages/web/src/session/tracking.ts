import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $attention } from '../browser/attention.ts'
import { trackingAddress } from '../browser/document.ts'
import { onTracked, track } from '../browser/log.ts'
import { asksNotToBeTracked } from '../browser/system.ts'
import { screenOf, useHash, usePath } from '../route.ts'
import type { Tracker } from './tracker.ts'

/** Events waiting for their code to load; undefined if nothing is tracked. */
let waiting: ((tracker: Tracker) => void)[] | undefined
let tracker: Tracker | undefined

/** Starts to send log lines to the operator's log host, if configured and the browser doesn't ask not to be tracked. */
export function startTracking(): void {
  const address = trackingAddress()
  if (address === undefined || asksNotToBeTracked()) return
  waiting = []
  onTracked((line) => whenOpen(({ tell }) => tell(line)))
  import('./tracker.ts')
    .then(({ openTracker }) => {
      tracker = openTracker(address)
      for (const work of waiting?.splice(0) ?? []) work(tracker)
    })
    .catch(() => {
      // Offline, nothing could be sent anyway.
      waiting = undefined
    })
}

function whenOpen(work: (tracker: Tracker) => void): void {
  if (tracker) work(tracker)
  else waiting?.push(work)
}

/** Logs which screens are opened, and presence once an hour. A component of its own, so that nothing else renders for it. */
export function TrackScreens(): null {
  const screen = screenOf(usePath(), useHash())
  const there = useStore($attention)
  useEffect(() => {
    if (waiting) track('page_view', screen)
  }, [screen])
  useEffect(() => {
    if (there) whenOpen(({ shouldReportActive }) => shouldReportActive() && track('user_active'))
  }, [there])
  return null
}

/** Logs a finished call, if calls of its kind are logged. */
export function trackCall(method: string, url: string, status: number): void {
  whenOpen(({ tellCall }) => tellCall(method, url, status))
}

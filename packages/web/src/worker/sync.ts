// Sends the outbox once the browser has a network, also after the last window has closed.

import { outboxTag } from '../browser/app/background-sync.ts'
import { sendInBackground } from '../browser/database/send-in-background.ts'

/** https://wicg.github.io/background-sync/spec/#sync-event */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Answers a `sync` event. It fails if something has to be sent again, so that the browser repeats it later. */
export function synced(event: Event): void {
  const { tag } = event as SyncEvent
  if (tag !== outboxTag) return
  const sent = sendInBackground().then((outcome) => {
    if (outcome === 'again') throw new Error('Something is to be sent again.')
  })
  ;(event as SyncEvent).waitUntil(sent)
}

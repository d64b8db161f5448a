// Sends the pushes of the outbox, one at a time.

import { createPush, isLockout, Refusal } from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import type { Platform } from '../ground/platform.ts'
import { isFollowed } from '../history/following.ts'
import { type Ghost, onlySent } from '../history/ghost.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { takePush } from '../sync/writes.ts'
import { openDelivery } from './delivery.ts'
import type { Entries } from './entries.ts'

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  entries: Entries<Ghost>
  platform: Platform
  onSent(guid: string): void
  /** The server has refused a push for good. */
  onRefused(guid: string, refusal: Refusal): void
}

export function openOutboxDelivery({ callRaw, mirror, entries, platform, onSent, onRefused }: Deps) {
  const { find, update } = entries
  // One at a time, even to different people: the server stamps pushes in order of arrival.
  const delivery = openDelivery<Ghost>({
    platform,
    ready: () => readyIn(entries),
    laneOf: ({ conversation }) => conversation,
    send,
    concurrency: 1,
  })

  async function send(ghost: Ghost, isStopped: () => boolean): Promise<void> {
    const { guid, fields, channel, tried } = ghost
    try {
      // Scheduled pushes keep their guid for every recipient.
      const nameless = channel !== undefined && fields.send_at === undefined && !isFollowed(mirror, channel)
      if (nameless && tried !== undefined) {
        // The server cannot deduplicate a push without a guid, so check whether only the response was lost.
        await mirror.catchUp()
        if (isStopped() || !find(guid)) return
      } else if (nameless) update(guid, { tried: mirror.$baseline.get() })
      const answer = await callRaw(createPush, onlySent(nameless ? { ...fields, guid: '' } : fields))
      if (isStopped()) return
      takePush(mirror, answer)
      onSent(guid)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (isStopped()) return
      if (isLockout(refusal)) delivery.stop()
      else refused(ghost, refusal)
    }
  }

  /** Makes a refused push wait, or fail if retrying does not help. */
  function refused({ guid, conversation }: Ghost, refusal: Refusal): void {
    if (!find(guid)) return
    const { code } = refusal
    const waits = code === 'ratelimited' || code === 'unavailable' ? code : undefined
    if (!delivery.refused(conversation, guid, refusal)) onRefused(guid, refusal)
    else if (code !== 'network' && find(guid)?.waits !== waits) update(guid, { waits })
  }

  return delivery
}

/** Files of one conversation are sent in order, so an uploaded file waits for one that is still uploading. Other pushes do not wait. */
function readyIn({ $all, isDoneElsewhere, forget }: Entries<Ghost>): Ghost[] {
  const uploading = new Set<string>()
  return $all.get().filter(({ guid, conversation, error, lost, upload, fields }) => {
    if (error !== undefined || lost) return false
    if (isDoneElsewhere(guid)) forget(guid)
    else if (upload) uploading.add(conversation)
    else return !(uploading.has(conversation) && fields.file_url)
    return false
  })
}

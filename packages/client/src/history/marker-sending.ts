// Sends read markers that the server has not confirmed, in few calls.

import { isLockout, mayPass, moveReadMarkers, Refusal, readMarkersPerCall } from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import { readObjects } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openRetry } from '../ground/retry.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import type { UnsentMarkers } from './unsent-markers.ts'

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  platform: Platform
  unsent: UnsentMarkers
  /** Whether this window sends for all windows of its browser. */
  leads(): boolean
}

/** Milliseconds between calls, however much arrives meanwhile. */
const sendEvery = 3_000

/** It is stopped until `start`. */
export function openMarkerSending({ callRaw, mirror, platform, unsent, leads }: Deps) {
  /** `waiting`: after a call, or for its retry. */
  let state: 'stopped' | 'idle' | 'waiting' | 'sending' = 'stopped'
  let stopWait = () => {}
  const retry = openRetry(platform)

  function sendPending(): void {
    if (state !== 'idle' || unsent.isEmpty() || !leads()) return
    state = 'sending'
    const sent = unsent.first(readMarkersPerCall)
    callRaw(moveReadMarkers, { markers: sent }).then(
      (answer) => {
        retry.worked()
        mirror.merge(readObjects(answer))
        confirmSent(sent)
        wait(sendEvery)
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        // They stay saved, for a session that may send them again.
        if (isLockout(error)) state = 'stopped'
        if (state === 'stopped') return
        if (mayPass(error)) {
          state = 'waiting'
          retry.later(error, resume)
        } else {
          confirmSent(sent)
          wait(sendEvery)
        }
      },
    )
  }

  function confirmSent(sent: ReturnType<typeof unsent.first>): void {
    for (const { conversation, ...to } of sent) unsent.confirm(conversation, { ...to, marked_unread: 0 })
  }

  function wait(milliseconds: number): void {
    if (state === 'stopped') return
    state = 'waiting'
    stopWait = platform.after(milliseconds, resume)
  }

  function resume(): void {
    if (!retry.mayTryNow()) return
    stopWait()
    if (state === 'waiting') state = 'idle'
    sendPending()
  }

  return {
    isStopped: () => state === 'stopped',
    sendPending,
    resume,
    start(): void {
      if (state === 'stopped') state = 'idle'
    },
    stop(): void {
      stopWait()
      retry.cancel()
      state = 'stopped'
    },
  }
}

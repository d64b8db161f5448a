// Lists the waiting pushes, and changes, sends and cancels them.

import { conversationOf, deletePush, type Push, updatePush } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { conversationOfTarget } from '../history/following.ts'
import type { Target } from '../history/target.ts'
import { takePush, type WriteDeps } from '../sync/writes.ts'

/** Failures are reported by `onFailure`. */
export interface ScheduledPushes {
  /** The next one first. */
  of(target: Target): ReadableAtom<readonly Push[]>
  /** @returns whether the push was sent */
  sendNow(iden: string): Promise<boolean>
  /** @param sendAt in seconds @returns whether the push was changed */
  move(iden: string, sendAt: number): Promise<boolean>
  /** @returns whether the push was changed */
  edit(iden: string, text: Text): Promise<boolean>
  cancel(iden: string): Promise<boolean>
}

/** The fields that the user typed. */
interface Text {
  title?: string
  body?: string
  url?: string
}

export function openScheduled({ callRaw, mirror, failures }: WriteDeps): ScheduledPushes {
  const lists = new Map<string, ReadableAtom<readonly Push[]>>()

  function update(iden: string, changes: { send_at?: number } & Text): Promise<boolean> {
    return failures.attempt(
      'updating',
      'Push',
      async () => takePush(mirror, await callRaw(updatePush, { iden, ...changes }), iden),
      iden,
    )
  }

  return {
    of(target) {
      const name = target.type === 'device' ? `device:${target.key}` : conversationOfTarget(target)
      const known = lists.get(name)
      if (known) return known
      const belongs = (push: Push) =>
        target.type === 'device'
          ? push.target_device_iden === target.key || push.source_device_iden === target.key
          : conversationOf(push) === name
      const $list = computed(mirror.of('scheduled_pushes'), ({ entries }) =>
        [...entries.values()].filter(belongs).sort((one, other) => (one.send_at ?? 0) - (other.send_at ?? 0)),
      )
      lists.set(name, $list)
      return $list
    },
    sendNow: (iden) => update(iden, { send_at: 0 }),
    move: (iden, send_at) => update(iden, { send_at }),
    edit: (iden, { title = '', body = '', url = '' }) => update(iden, { title, body, url }),
    async cancel(iden) {
      const done = await failures.attempt('deleting', 'Push', () => callRaw(deletePush, { iden }), iden)
      if (done) mirror.remove('scheduled_pushes', iden)
      return done
    },
  }
}

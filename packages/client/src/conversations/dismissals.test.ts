import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { openFailures } from '../ground/failure.ts'
import { manualClock } from '../ground/test-clock.ts'
import { fromBob, several } from '../history/test-history.ts'
import { openMirror } from '../sync/mirror.ts'
import { openDismissals } from './dismissals.ts'

test('SYNC-031 of thousands of messages that arrive at once the newest are dismissed one after another, and none that was read meanwhile', async () => {
  const calls: string[] = []
  let atOnce = 0
  const mirror = openMirror({ callRaw: async () => ({}), platform: { ...manualClock(0) } as never })
  const pushes = several(7_000, () => fromBob())
  mirror.fill({ pushes })
  const read = pushes.at(-3)
  const dismiss = openDismissals({
    mirror,
    failures: openFailures(atom(true)),
    async callRaw(_call, input) {
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      atOnce--
      const { iden } = input as unknown as { iden: string }
      calls.push(iden)
      const push = pushes.find((each) => each.iden === iden)
      if (calls.length === 1) mirror.merge({ pushes: [{ ...read, dismissed: true, modified: 1e6 } as never] })
      return { ...push, dismissed: true, modified: 1e6 }
    },
  })
  await Promise.all(pushes.map(({ iden }) => dismiss(iden)))
  expect(calls).toHaveLength(25)
  expect(calls).toContain(pushes.at(-1)?.iden)
  expect(calls).not.toContain(read?.iden)
})

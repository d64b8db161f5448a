import type { Push } from '@waypost/protocol'
import { bob, setUp, several, toBob } from '../history/test-history.ts'
import { openKeptHistory } from './kept-history.ts'
import { largeStoreInMemory } from './test-large-store.ts'

// For tests: windows that keep the history of a conversation with Bob.

export const name = `email:${bob.key}`
export const now = 1_800_000_000

/** A window whose mirror knows some pushes of a conversation, complete from `from` on. */
export async function windowOn(
  store = largeStoreInMemory(),
  {
    since,
    pushes = [],
    from = 0,
    holds = 5,
    room,
    after = 0,
  }: { since?: number; pushes?: Push[]; from?: number; holds?: number; room?: number; after?: number } = {},
) {
  const { mirror, conversations, clock, platform } = setUp({}, 9e9)
  clock.jump((now + after) * 1_000)
  mirror.fill({ pushes })
  conversations.setFrom(name, from)
  if (since !== undefined) mirror.reach(since)
  const told: number[] = []
  const history = await openKeptHistory(
    {
      store,
      conversations,
      platform,
      baseline: () => mirror.$baseline.get(),
      snapshotHolds: () => holds,
      onReached: () => told.push(history.reached()),
      ...(room !== undefined && { room }),
    },
    since,
  )
  mirror.onPushes((changed) => history.take({ pushes: changed }))
  mirror.$baseline.listen(() => history.take({}))
  conversations.onKnown((known) => history.take({ known }))
  return {
    history,
    mirror,
    conversations,
    clock,
    told,
    flush: () => history.flush(),
    kept: () => [...store.contents().pushes.values()].sort((one, other) => one.created - other.created).map(({ push }) => push),
    arrive(changed: Push[], baseline: number) {
      mirror.merge({ pushes: changed })
      mirror.reach(baseline)
      return history.flush()
    },
  }
}

/** Pushes with Bob, one each hour, the last one just now. */
export const hourly = (count: number) => several(count, (index) => toBob({ created: now - (count - 1 - index) * 3_600 }))

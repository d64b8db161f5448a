import type { Push } from '@waypost/protocol'
import { mayOpen } from './auto-open-rule.ts'
import { tellableOf } from './news.ts'
import type { Told } from './told.ts'

interface Link {
  push: Push
  url: string
}

interface Deps {
  /** Opens a link. @returns whether it opened */
  open(url: string): Promise<boolean>
  onOpened(push: Push): void
}

interface Outcome {
  opened: readonly Push[]
  left: readonly Push[]
}

/** Returns a function that opens the newest of some links, oldest first, each only after it is remembered. */
export function linkOpener({ open, onOpened }: Deps): (links: readonly Link[], told: Told, atOnce: number) => Promise<Outcome> {
  /** In milliseconds. */
  let openedAt: number[] = []

  return async (links, told, atOnce) => {
    const opened: Push[] = []
    if (links.length === 0) return { opened, left: [] }
    const now = Date.now()
    openedAt = openedAt.filter((at) => mayOpen([at], 1, now) === 0)
    const room = mayOpen(openedAt, atOnce, now)
    const chosen = room === 0 ? [] : links.slice(-room)
    if (chosen.length > 0) await told.opens(chosen.map(({ push }) => tellableOf(push).name))
    for (const { push, url } of chosen) {
      if (!(await open(url).catch(() => false))) continue
      openedAt.push(Date.now())
      opened.push(push)
      await told.add([tellableOf(push)])
      onOpened(push)
    }
    return { opened, left: links.flatMap(({ push }) => (opened.includes(push) ? [] : [push])) }
  }
}

import { computed } from 'nanostores'
import { type MenuItem, replaceMenu } from '../../browser/menus.ts'
import { platform } from '../../browser/platform.ts'
import type { Opened } from '../../session/own-session.ts'
import { offeredTargets } from '../../targets/offered-targets.ts'
import { menuTree } from './menu-tree.ts'
import type { Recent } from './recent.ts'

/** The menu is rebuilt at most this often, in milliseconds, however often targets change. */
const atMostEvery = 500

/** Follows the targets until the returned function is called, which empties the menu. */
export function followMenu({ session, own }: Pick<Opened, 'session' | 'own'>, { $recent }: Pick<Recent, '$recent'>): () => void {
  const { target } = session
  let shown: string | undefined
  let stopWaiting: (() => void) | undefined
  const lists = [session.$state, target.$people, target.$devices, target.$following, target.$sources, $recent] as const
  const $tree = computed(lists, (state, people, devices, following, sources, recent): readonly MenuItem[] | undefined =>
    // Until then, keep the last session's menu.
    state !== 'ready'
      ? undefined
      : menuTree(offeredTargets({ me: target.me, people, devices, following, sources, recent, here: own.device })),
  )
  function update(): void {
    stopWaiting = undefined
    const tree = $tree.get()
    const text = JSON.stringify(tree)
    if (!tree || text === shown) return
    shown = text
    void replaceMenu(tree)
  }
  const stop = $tree.subscribe(() => {
    stopWaiting ??= platform.after(shown === undefined ? 0 : atMostEvery, update)
  })
  return () => {
    stop()
    stopWaiting?.()
    void replaceMenu([])
  }
}

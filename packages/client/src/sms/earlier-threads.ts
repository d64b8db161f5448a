// Loads the conversations and messages of a phone that it does not keep on the server.

import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { atom, type WritableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { askSmsPage } from './page.ts'
import { isThreadId } from './phone.ts'

/** Items that a phone sent beyond those that it keeps on the server, newest first. */
interface EarlierItems<T> {
  items: readonly T[]
  /** Whether the phone has more; undefined until it was asked. */
  more?: boolean
  loading?: true
  /** Why the request failed, in one sentence. */
  error?: string
}

/** The state of loading the rest: the phone has `more`, it is `loading`, or it failed. Undefined at the end. */
export type Earlier = 'more' | 'loading' | { error: string }

export function earlierOf({ more, loading, error }: EarlierItems<unknown>, known: boolean): Earlier | undefined {
  if (loading) return 'loading'
  if (error !== undefined) return { error }
  return (more ?? known) ? 'more' : undefined
}

/** The items kept on the server, followed by those that received later; each once. */
export function joined<T extends { id: string }>(kept: readonly T[], earlier: readonly T[]): readonly T[] {
  if (earlier.length === 0) return kept
  const known = new Set(kept.map(({ id }) => id))
  return [...kept, ...earlier.filter(({ id }) => !known.has(id))]
}

interface Deps<T> {
  session: Session
  platform: Pick<Platform, 'after' | 'unique'>
  device: string
  thread?: string
  read(page: Awaited<ReturnType<typeof askSmsPage>>): readonly T[] | undefined
}

/** The rest of a list of a phone: `load` requests the items after the known ones. */
function openEarlier<T extends { id: string }>({ session, platform, device, thread, read }: Deps<T>) {
  const $items: WritableAtom<EarlierItems<T>> = atom<EarlierItems<T>>({ items: [] })
  return {
    $items,
    async load(kept: readonly T[]): Promise<void> {
      const { items, loading, more } = $items.get()
      if (loading) return
      $items.set({ items, loading: true, ...(more !== undefined && { more }) })
      const page = await askSmsPage(session, platform, { device, thread, after: joined(kept, items).at(-1)?.id })
      // Items that were pushed out of the kept ones meanwhile have been added.
      const before = $items.get().items
      const received = read(page)
      if (page.error !== undefined || !received) {
        $items.set({ items: before, ...(more !== undefined && { more }), error: page.error ?? 'The phone sent nothing.' })
        return
      }
      // Stop if a phone repeats itself, rather than request for ever.
      $items.set({ items: joined(before, received), more: page.more === true && received.length > 0 })
    },
    /** The kept items have changed: keeps those that were pushed out, as the server no longer has them. */
    moved(before: readonly T[], now: readonly T[]): void {
      const state = $items.get()
      const left = before.slice(before.findLastIndex(({ id }) => now.some((each) => each.id === id)) + 1)
      if (now.length === 0 || left.length === before.length || left.length === 0) return
      if (state.items.length > 0) $items.set({ ...state, items: joined(left, state.items) })
    },
  }
}

/** Lists beyond what phones keep on the server: messages of conversations, and conversations. */
export function openEarlierLists(session: Session, platform: Pick<Platform, 'after' | 'unique'>) {
  const messages = new Map<string, ReturnType<typeof openEarlier<ThreadMessage>>>()
  const threads = new Map<string, ReturnType<typeof openEarlier<PhoneThread>>>()
  return {
    messages(device: string, thread: string) {
      const name = `${device}/${thread}`
      const known = messages.get(name)
      if (known) return known
      const opened = openEarlier<ThreadMessage>({ session, platform, device, thread, read: (page) => page.thread })
      messages.set(name, opened)
      return opened
    },
    threads(device: string) {
      const known = threads.get(device)
      if (known) return known
      const read = (page: Awaited<ReturnType<typeof askSmsPage>>) => page.threads?.filter(({ id }) => isThreadId(id))
      const opened = openEarlier<PhoneThread>({ session, platform, device, read })
      threads.set(device, opened)
      return opened
    },
  }
}

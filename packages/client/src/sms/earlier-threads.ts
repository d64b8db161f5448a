import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { atom, type WritableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { askSmsPage } from './page.ts'
import { isThreadId } from './phone.ts'

/** Items that a phone sent beyond those that it keeps on the server, newest first. */
interface EarlierItems<T> {
  items: readonly T[]
  /** Whether the phone has more; undefined before the first request. */
  more?: boolean
  loading?: true
  /** In one sentence. */
  error?: string
}

/** How often an outdated item is requested again: a phone may never have the newer one. */
const mostRenewals = 5

/** The state of loading the rest: the phone has `more`, it is `loading`, or it failed. Undefined at the end. */
export type Earlier = 'more' | 'loading' | { error: string }

export function earlierOf({ more, loading, error }: EarlierItems<unknown>, known: boolean): Earlier | undefined {
  if (loading) return 'loading'
  if (error !== undefined) return { error }
  return (more ?? known) ? 'more' : undefined
}

/** The items kept on the server, followed by those that were received later; each once. */
export function joined<T extends { id: string }>(kept: readonly T[], earlier: readonly T[]): readonly T[] {
  if (earlier.length === 0) return kept
  const known = new Set(kept.map(({ id }) => id))
  return [...kept, ...earlier.filter(({ id }) => !known.has(id))]
}

type Answer = Awaited<ReturnType<typeof askSmsPage>>

interface Deps<T> {
  session: Session
  platform: Pick<Platform, 'after' | 'unique'>
  device: string
  thread?: string
  read(page: Answer): readonly T[] | undefined
}

/** The rest of a list of a phone: `load` requests the items after the known ones. */
function openEarlier<T extends { id: string }>({ session, platform, device, thread, read }: Deps<T>) {
  const $items: WritableAtom<EarlierItems<T>> = atom<EarlierItems<T>>({ items: [] })
  const renewals = new Map<string, number>()
  let renewing = false
  return {
    $items,
    /** Requests the page that begins with the first outdated item again, a limited number of times. */
    async renew(kept: readonly T[], isOld: (item: T) => boolean): Promise<void> {
      const { items } = $items.get()
      const isWanted = (item: T) => isOld(item) && (renewals.get(item.id) ?? 0) < mostRenewals
      const at = items.findIndex(isWanted)
      if (at < 0 || renewing) return
      for (const item of items.filter(isWanted)) renewals.set(item.id, (renewals.get(item.id) ?? 0) + 1)
      renewing = true
      const page = await askSmsPage(session, platform, { device, thread, after: (items[at - 1] ?? kept.at(-1))?.id })
      renewing = false
      const received = new Map((read(page) ?? []).map((item) => [item.id, item]))
      const state = $items.get()
      $items.set({ ...state, items: state.items.map((item) => received.get(item.id) ?? item) })
    },
    async load(kept: readonly T[]): Promise<void> {
      const { items, loading, more } = $items.get()
      if (loading) return
      $items.set({ items, loading: true, ...(more !== undefined && { more }) })
      const page = await askSmsPage(session, platform, { device, thread, after: joined(kept, items).at(-1)?.id })
      // Items that were displaced meanwhile have been added.
      const before = $items.get().items
      const received = read(page)
      if (page.error !== undefined || !received) {
        $items.set({ items: before, ...(more !== undefined && { more }), error: page.error ?? 'The phone sent nothing.' })
        return
      }
      // Stop if a phone repeats itself, rather than request forever.
      $items.set({ items: joined(before, received), more: page.more === true && received.length > 0 })
    },
    /** Keeps the displaced items, because the server no longer has them. */
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
      const read = (page: Answer) => page.thread
      const opened = messages.get(name) ?? openEarlier<ThreadMessage>({ session, platform, device, thread, read })
      messages.set(name, opened)
      return opened
    },
    /** The conversations of a phone for which earlier messages are known. */
    withMessages: (device: string): string[] =>
      [...messages.keys()].filter((name) => name.startsWith(`${device}/`)).map((name) => name.slice(device.length + 1)),
    threads(device: string) {
      const read = (page: Answer) => page.threads?.filter(({ id }) => isThreadId(id))
      const opened = threads.get(device) ?? openEarlier<PhoneThread>({ session, platform, device, read })
      threads.set(device, opened)
      return opened
    },
  }
}

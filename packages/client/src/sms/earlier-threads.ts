import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { atom, type WritableAtom } from 'nanostores'
import type { Platform } from '../session/platform.ts'
import type { Session } from '../session/session.ts'
import { askSmsPage } from './page.ts'
import { isThreadId } from './phone.ts'

/** What a phone sent beyond what it keeps on the server, the newest first. */
export interface EarlierItems<T> {
  items: readonly T[]
  /** Whether there is still more; undefined until it was asked. */
  more?: boolean
  loading?: true
  /** Why nothing came, in a sentence. */
  error?: string
}

/** How the rest fares: there is `more`, it is `loading`, or it could not be had. Undefined at the end. */
export type Earlier = 'more' | 'loading' | { error: string }

export function earlierOf({ more, loading, error }: EarlierItems<unknown>, known: boolean): Earlier | undefined {
  if (loading) return 'loading'
  if (error !== undefined) return { error }
  return (more ?? known) ? 'more' : undefined
}

/** What is kept on the server, and after it what came beyond; each once. */
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

/** The rest of a list of a phone: `load` asks for what comes after the ones that are known. */
function openEarlier<T extends { id: string }>({ session, platform, device, thread, read }: Deps<T>) {
  const $items: WritableAtom<EarlierItems<T>> = atom<EarlierItems<T>>({ items: [] })
  return {
    $items,
    async load(kept: readonly T[]): Promise<void> {
      const { items, loading, more } = $items.get()
      if (loading) return
      $items.set({ items, loading: true, ...(more !== undefined && { more }) })
      const page = await askSmsPage(session, platform, { device, thread, after: joined(kept, items).at(-1)?.id })
      // What moved out of the kept ones meanwhile was added.
      const before = $items.get().items
      const came = read(page)
      if (page.error !== undefined || !came) {
        $items.set({ items: before, ...(more !== undefined && { more }), error: page.error ?? 'The phone sent nothing.' })
        return
      }
      // A phone that does not get on must not be asked for ever.
      $items.set({ items: joined(before, came), more: page.more === true && came.length > 0 })
    },
    /** The kept ones have become these: the last of those before are only here now. */
    moved(before: readonly T[], now: readonly T[]): void {
      const state = $items.get()
      const left = before.slice(before.findLastIndex(({ id }) => now.some((each) => each.id === id)) + 1)
      if (now.length === 0 || left.length === before.length || left.length === 0) return
      if (state.items.length > 0) $items.set({ ...state, items: joined(left, state.items) })
    },
  }
}

/** What phones sent beyond what they keep on the server: messages of conversations, and conversations. */
export function openEarlierLists(session: Session, platform: Pick<Platform, 'after' | 'unique'>) {
  const messages = new Map<string, ReturnType<typeof openEarlier<ThreadMessage>>>()
  const threads = new Map<string, ReturnType<typeof openEarlier<PhoneThread>>>()
  return {
    messages(device: string, thread: string) {
      const name = `${device}/${thread}`
      const known = messages.get(name)
      if (known) return known
      const made = openEarlier<ThreadMessage>({ session, platform, device, thread, read: (page) => page.thread })
      messages.set(name, made)
      return made
    },
    threads(device: string) {
      const known = threads.get(device)
      if (known) return known
      const read = (page: Awaited<ReturnType<typeof askSmsPage>>) => page.threads?.filter(({ id }) => isThreadId(id))
      const made = openEarlier<PhoneThread>({ session, platform, device, read })
      threads.set(device, made)
      return made
    },
  }
}

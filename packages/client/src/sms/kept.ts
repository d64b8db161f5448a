// Fetches, decrypts and saves the data that phones keep on the server, and keeps it up to date.

import { Refusal, readPermanent } from '@waypost/protocol'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { isSealed } from '../session/encryption.ts'
import type { Session } from '../session/session.ts'

/** Data that a phone keeps on the server, as known here. */
export interface Kept<T> {
  /** `sealed`: the password here does not decrypt it. `failed`: it could not be fetched; `value` is the last known one. */
  state: 'loading' | 'loaded' | 'sealed' | 'failed'
  value: T
  refusal?: Refusal
  /** It is encrypted on the server, and this session's key decrypts it. */
  encrypted?: true
  /** The phone has more than it keeps on the server. */
  more?: true
}

export interface Page<T> {
  /** Kept up to date while someone listens. */
  readonly $kept: ReadableAtom<Kept<T>>
  /** The current value, without keeping it up to date. */
  known(): Kept<T>
  isOpen(): boolean
  /** Calls during a fetch lead to one more. Never rejects: see `$kept`. */
  refresh(): Promise<void>
  /** The encrypted data if it cannot be decrypted, otherwise undefined. */
  sealed(): Record<string, unknown> | undefined
}

interface PageOptions<T> {
  key: string
  /** Undefined if the decrypted data is malformed. */
  read(data: Record<string, unknown>): T | undefined
  none: T
  /** The refusal to show if the key has no data or malformed data; without it that is no failure. */
  missing?: () => Refusal
  loaded?(value: T): void
}

interface Deps {
  session: Pick<Session, 'call' | 'encryption' | '$account'>
  saved: KeyValueStore
  platform: Pick<Platform, 'now'>
}

const prefix = 'texts.kept.'
/** How many pages are saved for an offline start, and the size limit of each, in UTF-16 units. */
const maxPages = 20
const maxPageLength = 100_000

export function openPages({ session, saved, platform }: Deps) {
  const { call, encryption } = session
  const copies = openCopies({ session, saved, platform })

  function page<T>({ key, read, none, missing, loaded }: PageOptions<T>): Page<T> {
    const $kept = atom<Kept<T>>({ state: 'loading', value: none })
    let raw: Record<string, unknown> | undefined
    let open = false
    let running: Promise<void> | undefined
    let again = false
    let shown = 0

    async function show(data: Record<string, unknown>): Promise<void> {
      raw = data
      const turn = ++shown
      const opened = await encryption.openData(data)
      // Newer data was shown during decryption.
      if (turn !== shown) return
      if (!opened) return $kept.set({ state: 'sealed', value: none })
      const value = read(opened)
      if (value !== undefined) {
        loaded?.(value)
        $kept.set({
          state: 'loaded',
          value,
          ...(isSealed(data) && { encrypted: true }),
          ...(opened.more === true && { more: true }),
        })
      } else if (missing) $kept.set({ state: 'failed', value: none, refusal: missing() })
      else $kept.set({ state: 'loaded', value: none })
    }

    async function fetchOnce(): Promise<void> {
      try {
        const data = await call(readPermanent, { key })
        copies.write(key, data)
        await show(data)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code !== 'not_found') {
          const { state, value } = $kept.value ?? { state: 'loading', value: none }
          if (state !== 'sealed') $kept.set({ state: 'failed', value, refusal: error })
          return
        }
        raw = undefined
        shown++
        copies.erase(key)
        if (missing) $kept.set({ state: 'failed', value: none, refusal: missing() })
        else $kept.set({ state: 'loaded', value: none })
      }
    }

    async function run(): Promise<void> {
      do {
        again = false
        await fetchOnce()
      } while (again)
    }

    function refresh(): Promise<void> {
      if (running) again = true
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    }

    onMount($kept, () => {
      open = true
      if (raw === undefined) {
        const known = copies.read(key)
        if (known) void show(known)
      }
      void refresh()
      const stop = encryption.$key.listen(() => {
        if (raw) void show(raw)
      })
      return () => {
        open = false
        stop()
      }
    })

    return {
      $kept,
      known: () => $kept.value ?? { state: 'loading', value: none },
      isOpen: () => open,
      refresh,
      sealed: () => ($kept.value?.state === 'sealed' ? raw : undefined),
    }
  }

  return { page }
}

function openCopies({ session, saved, platform }: Deps) {
  function write(key: string, data: Record<string, unknown>): void {
    const text = JSON.stringify({ user: session.$account.get()?.iden, at: platform.now(), data })
    erase(key)
    if (text.length > maxPageLength) return
    const others = saved.keys(prefix)
    if (others.length >= maxPages) {
      const oldest = others.map((other) => ({ other, at: Number(keptAt(other)) })).sort((a, b) => a.at - b.at)[0]
      if (oldest) saved.erase(oldest.other)
    }
    try {
      saved.write(prefix + key, text)
    } catch (error) {
      // It is only a copy, and pushes need the space more.
      if (!(error instanceof Refusal)) throw error
      for (const other of saved.keys(prefix)) saved.erase(other)
    }
  }

  function read(key: string): Record<string, unknown> | undefined {
    const kept = parsed(saved.read(prefix + key))
    return kept?.user === session.$account.get()?.iden && isRecord(kept?.data) ? kept.data : undefined
  }

  const erase = (key: string): void => saved.erase(prefix + key)
  const keptAt = (name: string): unknown => parsed(saved.read(name))?.at ?? 0

  return { read, write, erase }
}

function parsed(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

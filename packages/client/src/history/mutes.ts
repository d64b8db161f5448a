import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { Mirror } from '../sync/mirror.ts'

/** The mute fields of an object; the end is in seconds. */
export interface Mute {
  muted?: boolean | undefined
  muted_until?: number | undefined
}

/** Whether something is muted at a time, in seconds. */
export const isMuted = ({ muted = false, muted_until = Number.POSITIVE_INFINITY }: Mute, now: number): boolean =>
  muted && now < muted_until

const types = ['chats', 'channels', 'subscriptions', 'sources'] as const
/** Browser timers count up to 24 days, in milliseconds. */
const longest = 2 ** 31 - 1

/** This device's time in seconds: while someone listens, it advances whenever a mute ends. */
export function openMuteClock(mirror: Mirror, { now, after }: Pick<Platform, 'now' | 'after'>): ReadableAtom<number> {
  const seconds = () => now() / 1_000
  const $now = atom(seconds())
  onMount($now, () => {
    let stop = () => {}
    function wait(): void {
      stop()
      $now.set(seconds())
      const ends = types.flatMap((type) => Array.from(mirror.of(type).get().entries.values(), (each) => each.muted_until ?? 0))
      const next = Math.min(...ends.filter((end) => end > $now.get()))
      if (next < Number.POSITIVE_INFINITY) stop = after(Math.min((next - $now.get()) * 1_000, longest), wait)
    }
    const stops = types.map((type) => mirror.of(type).listen(wait))
    wait()
    return () => {
      stop()
      for (const each of stops) each()
    }
  })
  return $now
}

import { check } from '@waypost/client/ground/objects'
import { AboutPeople } from '@waypost/protocol'
import { fetchJson } from '../browser/network.ts'

/** The people that the operator lists; empty by default. */
export async function askPeople(): Promise<AboutPeople> {
  try {
    const read = check<AboutPeople>(AboutPeople, await fetchJson('/config/about.json'))
    return 'wrong' in read ? [] : read.value
  } catch {
    return []
  }
}

/** Shuffles a list (Fisher–Yates). */
export function shuffled<T>(list: readonly T[], chance: () => number = Math.random): T[] {
  const next = [...list]
  for (let last = next.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1))
    ;[next[last], next[other]] = [next[other] as T, next[last] as T]
  }
  return next
}

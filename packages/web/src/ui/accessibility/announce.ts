import { atom } from 'nanostores'

// Announces texts to screen readers: politely, or at once.
interface Announcement {
  id: number
  text: string
}

export const $log = atom<readonly Announcement[]>([])
export const $alert = atom<readonly Announcement[]>([])

let lastId = 0

/** A few stay, so that two at the same time are both read. */
const keeps = 5

export function say(text: string): void {
  $log.set([...$log.get().slice(1 - keeps), { id: ++lastId, text }])
}

export function sayAtOnce(text: string): void {
  $alert.set([...$alert.get().slice(1 - keeps), { id: ++lastId, text }])
}

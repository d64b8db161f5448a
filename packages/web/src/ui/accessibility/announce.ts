// Announces texts to screen readers: politely, or at once.

import { atom } from 'nanostores'
import { useEffect } from 'react'
import { i18n } from '../language.ts'
import { announceCount } from './en.ts'

interface Announcement {
  id: number
  text: string
}

export const $log = atom<readonly Announcement[]>([])
export const $alert = atom<readonly Announcement[]>([])

let lastId = 0

/** How many texts stay, so that two at the same time are both read. */
const keeps = 5

export function say(text: string): void {
  $log.set([...$log.get().slice(1 - keeps), { id: ++lastId, text }])
}

export function sayAtOnce(text: string): void {
  $alert.set([...$alert.get().slice(1 - keeps), { id: ++lastId, text }])
}

const messages = i18n('announce-count', announceCount)

/** In milliseconds after the last change. */
const speakAfter = 700

/** Announces the number of results to screen readers; nothing if undefined. */
export function useAnnouncedCount(found: number | undefined): void {
  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => say(messages.get().results(found)), speakAfter)
    return () => clearTimeout(timer)
  }, [found])
}

import type { Push } from '@waypost/protocol'
import { wordsOf } from '../labels.ts'

interface AnnouncerOptions {
  say(text: string): void
  after(milliseconds: number, work: () => void): () => void
  now(): number
  words: {
    one(said: { name: string; text: string }): string
    many(said: { name: string; count: number }): string
    elsewhere(said: { name: string }): string
  }
}

const burst = 1_000
const elsewhereEvery = 10_000

/** Announces arriving pushes: a burst as one sentence, other conversations at most every ten seconds. */
export function openAnnouncer({ say, after, now, words }: AnnouncerOptions) {
  const waiting = new Map<string, { pushes: Push[]; stop: () => void }>()
  let spoke = Number.NEGATIVE_INFINITY

  function speak(name: string): void {
    const pushes = waiting.get(name)?.pushes ?? []
    waiting.delete(name)
    const [first] = pushes
    if (first) say(pushes.length === 1 ? words.one({ name, text: wordsOf(first) }) : words.many({ name, count: pushes.length }))
  }

  return {
    /** A push arrived from `name`; `open` if its conversation is open. */
    arrived(push: Push, name: string, open: boolean): void {
      if (!open) {
        if (now() - spoke < elsewhereEvery) return
        spoke = now()
        say(words.elsewhere({ name }))
        return
      }
      const known = waiting.get(name)
      if (known) known.pushes.push(push)
      else waiting.set(name, { pushes: [push], stop: after(burst, () => speak(name)) })
    },
    stop(): void {
      for (const { stop } of waiting.values()) stop()
      waiting.clear()
    },
  }
}

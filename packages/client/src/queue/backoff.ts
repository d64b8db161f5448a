import type { Refusal } from '@waypost/protocol'

/** Decides when something that the server refused is tried again. */
export interface Backoff {
  /** @returns the milliseconds until the next try, or undefined when this refusal will not pass by itself */
  refused(refusal: Refusal): number | undefined
  /** It went through: the next wait is a short one again. */
  worked(): void
}

const firstWait = 1_000
const longestWait = 60_000
/** A server that asks to wait for longer than this refuses, as far as a person is concerned. */
const longestRetryAfter = 5 * 60_000
/** How often one thing waits for 'too many requests' to pass. Together with the waits between, that is two minutes or more. */
const mostLimited = 8
/** An answer that cannot be read may come from something between here and the server, so it is no refusal at once. */
const mostUnreadable = 5

/** @param options `longest`: the most milliseconds between two tries where the server does not say how long */
export function openBackoff({ longest = longestWait } = {}): Backoff {
  let [tries, limited, unreadable] = [0, 0, 0]
  const next = () => Math.min(longest, firstWait * 2 ** tries++)

  return {
    refused(refusal) {
      if (refusal.code === 'bad_answer') return ++unreadable < mostUnreadable ? next() : undefined
      if (!isPassing(refusal)) return undefined
      if (refusal.code !== 'ratelimited') return next()
      const asked = refusal.retryAfter === undefined ? undefined : refusal.retryAfter * 1_000
      if (++limited >= mostLimited || (asked ?? 0) > longestRetryAfter) return undefined
      return asked === undefined ? next() : Math.max(firstWait, asked)
    },
    worked() {
      tries = limited = unreadable = 0
    },
  }
}

/** Whether a refusal is about the way to the server or about the moment, so that it may pass. Any other waits for the person. */
export function isPassing({ code }: Refusal): boolean {
  return code === 'network' || code === 'unavailable' || code === 'ratelimited'
}

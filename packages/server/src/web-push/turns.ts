// Shares out the requests to push services, so that a slow one doesn't hold up the others.

/** The maximum concurrent requests to one push service: while it answers quickly, and while it doesn't. */
const most = { quick: 48, slow: 4 }
/** The response time in milliseconds that counts as quick. */
const quick = 2_000
/** The maximum concurrent requests for one account, which may name any servers as push services. */
const mostForAccount = 8
/** The maximum concurrent requests to all slow or unproven push services. A node sends 64 at a time, so others have room. */
const mostUnproven = 48
const remembered = 1_000

interface Host {
  running: number
  hasAnswered: boolean
  /** The average response time in milliseconds, weighted towards later ones. */
  took: number
  /** When the next waiting request may be sent, in milliseconds. */
  next: number
}

/** A turn to send, which ends with `done`; or the time in milliseconds at which to ask again. */
type Turn = { done(): void } | { at: number }

/** Gives turns to send requests. Each node counts separately. */
export interface Turns {
  take(host: string, account: string, now: number): Turn
}

export function openTurns(clock: () => number = () => performance.now()): Turns {
  const hosts = new Map<string, Host>()
  const accounts = new Map<string, number>()
  let unproven = 0

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    // The most recently used are at the end.
    hosts.delete(name)
    const host = known ?? { running: 0, hasAnswered: false, took: 200, next: 0 }
    hosts.set(name, host)
    for (const [eldest, { running }] of hosts) {
      if (hosts.size <= remembered) break
      if (running === 0) hosts.delete(eldest)
    }
    return host
  }

  return {
    take(name, account, now) {
      const host = hostOf(name)
      const forAccount = accounts.get(account) ?? 0
      const room = host.took <= quick ? most.quick : most.slow
      const isProven = host.hasAnswered && host.took <= quick
      if (host.running >= room || forAccount >= mostForAccount || (!isProven && unproven >= mostUnproven)) {
        // Waiting requests are spread over the time that those before them take.
        host.next = Math.max(host.next, now) + Math.max(host.took, 100) / (host.running >= room ? room : mostForAccount)
        return { at: Math.max(host.next, now + 100) }
      }
      host.running++
      if (!isProven) unproven++
      accounts.set(account, forAccount + 1)
      const began = clock()
      return {
        done() {
          host.running--
          if (!isProven) unproven--
          host.hasAnswered = true
          host.took = host.took * 0.7 + (clock() - began) * 0.3
          const left = (accounts.get(account) ?? 1) - 1
          if (left > 0) accounts.set(account, left)
          else accounts.delete(account)
        },
      }
    },
  }
}

import type { Tabs } from './tabs.ts'

/** For tests: the windows of one browser, in one process. */
export function browserInMemory(): { window(): { tabs: Tabs; close(): void } } {
  const listening = new Map<object, Set<(message: unknown) => void>>()
  const queues = new Map<string, { window: object; onHeld(): void }[]>()

  function leave(lock: string, waiter: { window: object; onHeld(): void }): void {
    const queue = queues.get(lock) ?? []
    const at = queue.indexOf(waiter)
    if (at < 0) return
    queue.splice(at, 1)
    if (at === 0 && queue[0]) grant(lock, queue[0])
  }

  function grant(lock: string, waiter: { onHeld(): void }): void {
    void Promise.resolve().then(() => {
      if (queues.get(lock)?.[0] === waiter) waiter.onHeld()
    })
  }

  return {
    window() {
      const window = {}
      listening.set(window, new Set())
      return {
        tabs: {
          hold(lock, onHeld) {
            const waiter = { window, onHeld }
            const queue = queues.get(lock) ?? []
            queues.set(lock, queue)
            if (queue.push(waiter) === 1) grant(lock, waiter)
            return () => leave(lock, waiter)
          },
          post(message) {
            const copy = JSON.stringify(message)
            for (const [other, all] of listening) {
              if (other === window) continue
              void Promise.resolve().then(() => {
                if (listening.has(other)) for (const listener of [...all]) listener(JSON.parse(copy))
              })
            }
          },
          listen(listener) {
            listening.get(window)?.add(listener)
            return () => void listening.get(window)?.delete(listener)
          },
        },
        close() {
          listening.delete(window)
          for (const [lock, queue] of queues) {
            for (const waiter of [...queue].reverse()) if (waiter.window === window) leave(lock, waiter)
          }
        },
      }
    },
  }
}

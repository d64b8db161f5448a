// Limits how much of a session's network traffic runs at once, so no amount of work stalls a browser or the server.

/** How many calls run at once, in all and of one kind; the difference keeps places free for other kinds. */
const most = { all: 6, ofKind: 4 }

export interface Turns {
  /** Runs `work` when there is a place. Work of one kind starts in FIFO order; the kinds take turns. */
  run<T>(kind: string, work: () => Promise<T>): Promise<T>
}

export function openTurns(): Turns {
  /** Pending work by kind. The kind whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0

  function next(): void {
    for (const [kind, queue] of waiting) {
      if (total >= most.all) return
      if ((running.get(kind) ?? 0) >= most.ofKind) continue
      const start = queue.shift()
      waiting.delete(kind)
      if (queue.length > 0) waiting.set(kind, queue)
      start?.()
    }
  }

  return {
    run: (kind, work) =>
      new Promise((resolve, reject) => {
        const start = () => {
          count(1)
          work()
            .then(resolve, reject)
            .finally(() => {
              count(-1)
              next()
            })
        }
        const count = (by: number) => {
          total += by
          running.set(kind, (running.get(kind) ?? 0) + by)
        }
        const queue = waiting.get(kind)
        if (queue) queue.push(start)
        else waiting.set(kind, [start])
        next()
      }),
  }
}

/** Arrivals within so many milliseconds are told of together. */
const together = 40

/** Runs work one after another: nothing is told of twice, and no notification appears after it was closed. */
interface Turns {
  inTurn(work: () => Promise<unknown>): void
  /** Runs `tell` in a moment. Several calls until then are one. */
  soon(): void
  idle(): Promise<void>
  isClosed(): boolean
  close(): void
}

/** @param tell tells of the arrivals so far */
export function openTurns(tell: () => Promise<unknown>): Turns {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()
  let isClosed = false

  function inTurn(work: () => Promise<unknown>): void {
    const done = last.then(async () => {
      if (!isClosed) await work()
    })
    last = done.then(
      () => {},
      () => {},
    )
  }

  return {
    inTurn,
    soon() {
      if (isClosed) return
      timer ??= setTimeout(() => {
        timer = undefined
        inTurn(tell)
      }, together)
    },
    idle: () => last,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

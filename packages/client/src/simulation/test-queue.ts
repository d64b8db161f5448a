// For tests: a queue of all pending tasks, from which a seed picks the next one.

/** A window that owns tasks: they wait while it is suspended, and never run once it is closed. */
export interface Gate {
  readonly name: string
  suspended: boolean
  closed: boolean
}

interface Task {
  /** A description for the log, e.g. `A1 hears a draft`. */
  label: string
  /** Tasks of one channel run in the order in which they were added. */
  channel: unknown
  /** The window that owns the task; none outside of windows. */
  gate?: Gate
  run(): unknown
}

interface Timer {
  at: number
  gate: Gate
  work(): void
}

/** @param start milliseconds since 1970 */
export function openQueue(start: number) {
  let tasks: Task[] = []
  let timers: Timer[] = []
  let now = start
  const log: string[] = []

  /** The tasks that may run next: the first of each channel whose window is not suspended. */
  function ready(): Task[] {
    const seen = new Set<unknown>()
    tasks = tasks.filter(({ gate }) => !gate?.closed)
    return tasks.filter(({ channel, gate }) => {
      const isFirst = !seen.has(channel)
      seen.add(channel)
      return isFirst && !gate?.suspended
    })
  }

  async function run(task: Task): Promise<void> {
    tasks.splice(tasks.indexOf(task), 1)
    log.push(task.label)
    await task.run()
    await settled()
  }

  return {
    log,
    now: () => now,
    put(task: Task): void {
      tasks.push(task)
    },
    after(gate: Gate, milliseconds: number, work: () => void): () => void {
      const timer = { at: now + Math.max(0, milliseconds), gate, work }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    ready,
    settled,
    /** @returns false if no task is ready */
    async next(pick: number): Promise<boolean> {
      const all = ready()
      const task = all[pick % all.length]
      if (task) await run(task)
      return task !== undefined
    },
    /** Advances the clock to the next timer and runs it, if it is due within some milliseconds. @returns whether one was */
    async pass(within: number): Promise<boolean> {
      timers = timers.filter(({ gate }) => !gate.closed)
      const [timer] = timers.filter(({ gate }) => !gate.suspended).sort((one, other) => one.at - other.at)
      if (!timer || timer.at > now + within) return false
      timers = timers.filter((other) => other !== timer)
      log.push(`${timer.gate.name} waited ${Math.max(0, timer.at - now)} ms`)
      now = Math.max(now, timer.at)
      timer.work()
      await settled()
      return true
    },
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve))
}

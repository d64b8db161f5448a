// Logs the problems of a task that is retried.

/** Logs the problem of a retried task: once, not on every attempt. */
interface ProblemLog {
  /** Logs a problem, unless it is the last one reported. */
  report(line: string): void
  /** Forgets the last problem: the task succeeded, or failed for a reason that is not logged. */
  clear(): void
}

/** Returns a log that passes each problem to `log` once. */
export function openProblemLog(log: (line: string) => void): ProblemLog {
  let last: string | undefined
  return {
    report(line) {
      if (line !== last) log(line)
      last = line
    },
    clear() {
      last = undefined
    },
  }
}

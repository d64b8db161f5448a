/** Logs the problem of a task that is tried again and again: once, not with each attempt. */
interface ProblemLog {
  /** Logs a problem, unless it is the one that was reported last. */
  report(line: string): void
  /** Forgets the problem that was reported last: the task succeeded, or fails for a reason that is not logged. */
  clear(): void
}

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

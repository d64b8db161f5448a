// Shares out the places of a job type, so that nobody's jobs hold up others.

import type { JobRow } from './rows.ts'

/** How the places of a type are shared out. */
export interface Turns {
  concurrency: number
  /** How many of these may share a name at a time. */
  share: number
  /** What a job is counted under: first the account that it runs for, then e.g. the server that it waits for. */
  names(payload: unknown): readonly string[]
}

/** Counts the running jobs of a type by their names. */
export function openTurns({ share, names }: Turns) {
  const running = new Map<string, number>()
  const countOf = (name: string) => running.get(name) ?? 0
  const namesOf = ({ payload }: Pick<JobRow, 'payload'>) => [...new Set(names(JSON.parse(payload)))]

  return {
    /** The job whose turn it is: of the account with the fewest running jobs, the one that has waited longest. */
    next<J extends Pick<JobRow, 'payload'>>(waiting: readonly J[]): J | undefined {
      let best: { job: J; count: number } | undefined
      for (const job of waiting) {
        const all = namesOf(job)
        const count = countOf(all[0] ?? '')
        if (count < (best?.count ?? share) && all.every((name) => countOf(name) < share)) best = { job, count }
        if (best?.count === 0) break
      }
      return best?.job
    },
    /** Counts a job as running. @returns the function that ends it */
    begin(job: Pick<JobRow, 'payload'>): () => void {
      const all = namesOf(job)
      for (const name of all) running.set(name, countOf(name) + 1)
      return () => {
        for (const name of all) {
          const left = countOf(name) - 1
          if (left > 0) running.set(name, left)
          else running.delete(name)
        }
      }
    },
  }
}

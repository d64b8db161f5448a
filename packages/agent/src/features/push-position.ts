// Keeps in a file up to which push a device has taken the pushes for it.

import { readFileSync } from 'node:fs'
import { openProblemLog } from '../problem-log.ts'
import { writePrivateFile } from '../settings/settings.ts'

/** The position of a device among the pushes, which outlasts restarts. */
export class PushPosition {
  private readonly file: string
  private readonly problems
  private until = 0

  constructor(file: string, log: (line: string) => void) {
    this.file = file
    this.problems = openProblemLog(log)
  }

  /** The `created` of the last push that was taken. */
  get latest(): number {
    return this.until
  }

  /** Reads the position. @param first the position of a device that has none yet */
  open(first: number): void {
    this.until = positionIn(this.file) ?? first
    this.save()
  }

  /** A push was taken. If that can't be saved, it's logged: the push is taken again only after a restart. */
  advance(created: number): void {
    this.until = Math.max(this.until, created)
    this.save()
  }

  private save(): void {
    try {
      writePrivateFile(this.file, JSON.stringify({ until: this.until }))
      this.problems.clear()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      this.problems.report(`${this.file} can’t be written (${code}). After a restart, the latest pushes are handled again.`)
    }
  }
}

function positionIn(file: string): number | undefined {
  try {
    const { until } = JSON.parse(readFileSync(file, 'utf8')) as { until?: unknown }
    return typeof until === 'number' ? until : undefined
  } catch {
    return undefined
  }
}

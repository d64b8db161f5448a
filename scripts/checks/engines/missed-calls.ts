// Finds calls that no test has made on the engines: SQL that only they reach has never run on PostgreSQL.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Counts } from '../../runs/counts.mjs'

const exceptions: Readonly<Record<string, string>> = {
  checkFeed: 'It fetches a feed and touches no row.',
  createBackup: 'It is refused there, which operation/backup.engine.test.ts proves.',
}

interface CallNotes {
  /** Makes test servers record which calls they have, and which they have answered; see `noteCall` of the server. */
  readonly environment: { readonly WAYPOST_TEST_CALLS: string }
  counts(): Counts
  close(): void
}

export function openCallNotes(): CallNotes {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-calls-'))
  const file = join(folder, 'calls')
  return {
    environment: { WAYPOST_TEST_CALLS: file },
    counts() {
      const missed = missedCalls(existsSync(file) ? readFileSync(file, 'utf8') : '')
      const message = `Mark a test that makes them with "// On the engines too: ...": ${missed.join(', ')}`
      const failed = missed.length > 0 ? [{ test: 'Calls that were never made on the engines', message }] : []
      return { passed: 0, skipped: 0, failed, flaky: [] }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** @param notes lines of `has NAME` and `made NAME`, in any order, with duplicates */
function missedCalls(notes: string): string[] {
  const named = (word: string) => [...notes.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, name = '']) => name)
  const made = new Set(named('made'))
  return [...new Set(named('has'))].filter((name) => !made.has(name) && !(name in exceptions)).toSorted()
}

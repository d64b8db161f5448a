import { appVersion } from '@waypost/protocol'
import type { LogLine } from '../../browser/log.ts'

/** The technical part of an error report. It contains nothing that a person wrote. */
export interface Diagnostics {
  error: string
  stack: string[]
  /** Only the page and section, since the rest of an address may name people. */
  path: string
  time: string
  version: number
  browser: string
  language: string
  window: string
  online: boolean
  log: LogLine[]
}

interface Surroundings {
  path: string
  hash: string
  now: Date
  browser: string
  language: string
  window: string
  online: boolean
  log: LogLine[]
}

/** The maximum number of lines of the stack and the log. */
const maxLines = 20

export function diagnosticsOf(error: unknown, { path, hash, now, ...around }: Surroundings): Diagnostics {
  const { name, message, stack } = error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
  return {
    error: message ? `${name}: ${withoutQuotes(message)}` : name,
    stack: (stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at |@/.test(line) && /:\d+:\d+\)?$/.test(line))
      .map((line) => line.trim())
      .slice(0, maxLines),
    path: path + (hash.split('/')[0] ?? ''),
    time: now.toISOString(),
    version: appVersion,
    ...around,
    log: around.log.slice(-maxLines),
  }
}

/** Quoted parts may contain user data. */
function withoutQuotes(message: string): string {
  return message.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"…"').slice(0, 300)
}

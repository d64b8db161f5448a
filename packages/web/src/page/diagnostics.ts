import { appVersion } from '@waypost/protocol'
import type { LogLine } from '../browser/log.ts'

/** What a report says of an error beside a person's own words. Nothing in it was written by a person. */
export interface Diagnostics {
  error: string
  stack: string[]
  /** The page, and the section of it; no more, for the rest of an address names people. */
  path: string
  time: string
  version: number
  browser: string
  language: string
  window: string
  online: boolean
  /** What went before it in this window. */
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

/** Lines of a stack, and of the log, that are kept. */
const most = 20

export function diagnosticsOf(error: unknown, { path, hash, now, ...around }: Surroundings): Diagnostics {
  const { name, message, stack } = error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
  return {
    error: message ? `${name}: ${withoutQuotes(message)}` : name,
    stack: (stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at |@/.test(line) && /:\d+:\d+\)?$/.test(line))
      .map((line) => line.trim())
      .slice(0, most),
    path: path + (hash.split('/')[0] ?? ''),
    time: now.toISOString(),
    version: appVersion,
    ...around,
    log: around.log.slice(-most),
  }
}

/** Engines quote in their messages what they stumbled over, which may be what somebody wrote. */
function withoutQuotes(message: string): string {
  return message.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"…"').slice(0, 300)
}

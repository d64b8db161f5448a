// The event log of this window, for finding out why something failed. It stays in this browser, unless a user sends a report or the
// operator configured a log host. It contains no message texts and no addresses.

/** How many lines are kept. */
export const logLines = 100

export interface LogLine {
  /** ISO 8601. */
  at: string
  /** e.g. `web_sign_in_error` */
  name: string
  about?: string
}

const key = 'log'

let listen: ((line: LogLine) => void) | undefined

/** Calls back with each new line. There is one listener. */
export function onTracked(listener: (line: LogLine) => void): void {
  listen = listener
}

/** Appends a line to the log, which survives reloads and ends with the window. */
export function track(name: string, about?: string): void {
  const line: LogLine = { at: new Date().toISOString(), name: `web_${name}`, ...(about !== undefined && { about }) }
  try {
    sessionStorage.setItem(key, JSON.stringify([...tracked(), line].slice(-logLines)))
  } catch {
    // No log if storage is forbidden.
  }
  listen?.(line)
}

/** All lines of the log, oldest first. */
export function tracked(): LogLine[] {
  try {
    const lines: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(lines) ? lines : []
  } catch {
    return []
  }
}

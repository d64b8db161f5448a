// What this window went through, for whoever has to find out why something did not work. Part of the door that is `browser.ts`. It
// stays in this browser until a person sends a report, and holds no words of anybody and no address.

/** Lines that are kept; older ones go. */
export const logLines = 100

export interface LogLine {
  /** ISO 8601. */
  at: string
  /** e.g. `web_sign_in_error` */
  name: string
  /** What about it, e.g. a code. */
  about?: string
}

const key = 'log'

/** Writes a line to the log. It outlives a new start of the page, and ends with the window. */
export function track(name: string, about?: string): void {
  const line: LogLine = { at: new Date().toISOString(), name: `web_${name}`, ...(about !== undefined && { about }) }
  try {
    sessionStorage.setItem(key, JSON.stringify([...tracked(), line].slice(-logLines)))
  } catch {
    // Where nothing may be kept there is no log.
  }
}

/** The lines of the log, the oldest first. */
export function tracked(): LogLine[] {
  try {
    const lines: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(lines) ? lines : []
  } catch {
    return []
  }
}

// What this window went through, for whoever has to find out why something did not work. Part of the door that is `browser.ts`. It
// stays in this browser until a person sends a report, or goes to the log host that whoever runs the server may have set, and holds no
// words of anybody and no address.

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
let hear: ((line: LogLine) => void) | undefined

/** Is told of each line that is written from now on. */
export function onTracked(listener: (line: LogLine) => void): void {
  hear = listener
}

/** Writes a line to the log. It outlives a new start of the page, and ends with the window. */
export function track(name: string, about?: string): void {
  const line: LogLine = { at: new Date().toISOString(), name: `web_${name}`, ...(about !== undefined && { about }) }
  try {
    sessionStorage.setItem(key, JSON.stringify([...tracked(), line].slice(-logLines)))
  } catch {
    // Where nothing may be kept there is no log.
  }
  hear?.(line)
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

/** Where lines of the log go, as whoever runs this server wrote it into the page. */
export function trackingAddress(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="tracking-address"]')?.content || undefined
}

/** Whether this browser is set to ask that nobody follows it about. */
export function asksNotToBeTracked(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Sends something to another host as JSON, also while the page goes away. Nobody waits for it, and it has no cookies with it. */
export function postAside(address: string, body: object): void {
  void fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {})
}

/** What this browser says of itself, and the origin of the page that led here. */
export function aboutBrowser(): { userAgent: string; platform: string; language: string; referrer: string } {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer).origin : ''
  return {
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    language: navigator.language,
    referrer: from === location.origin ? '' : from,
  }
}

/**
 * The rules for `redirect_uri`, the address that receives the result of a consent page. The server and the consent page both apply them.
 */

/** The platform APIs used here; this package is compiled for neither browsers nor Node.js. */
interface Platform {
  URL: {
    new (address: string): ParsedUrl
    canParse(address: string): boolean
  }
  URLSearchParams: new (fields: [string, string][]) => { toString(): string }
}

interface ParsedUrl {
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly pathname: string
  readonly username: string
  readonly password: string
}

const { URL, URLSearchParams } = globalThis as unknown as Platform

/** Schemes that run or display something instead of handing the result to an app. */
const unsafeSchemes = /^(javascript|vbscript|data|blob|filesystem|file|about|view-source|jar|ws|wss|ftp|mailto|tel|sms|intent):$/

/** Whether a browser may be sent to an address: https, this machine, or an app by its scheme. */
export function isSafeRedirect(address: string): boolean {
  // Parsers repair such characters silently, and inconsistently.
  if (!URL.canParse(address) || /[\s\p{Cc}\\]/u.test(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (unsafeSchemes.test(protocol) || username !== '' || password !== '') return false
  return protocol !== 'http:' || isLoopback(hostname)
}

/** Whether an OAuth client may register an address: a safe one without a fragment, which is reserved for tokens. */
export const isRedirectUri = (address: string): boolean => isSafeRedirect(address) && !address.includes('#')

/** The address to redirect to, undefined if the client registered none; or the reason why there is none. */
export type Redirect = { uri: string | undefined } | { error: string }

/**
 * Chooses the address that an authorization redirects to: the requested one if only its query differs from the registered one, or the
 * registered one if none was requested.
 */
export function resolveRedirect(registered: string | null, requested: string | undefined): Redirect {
  if (requested === undefined) return { uri: registered ?? undefined }
  if (registered === null) return { error: 'This app has no registered redirect_uri.' }
  const wrong = { error: 'The redirect_uri does not match the one that the app has registered.' }
  if (!URL.canParse(requested) || /[\s\p{Cc}\\#]/u.test(requested)) return wrong
  const [one, other] = [new URL(registered), new URL(requested)]
  const same =
    one.protocol === other.protocol &&
    one.host === other.host &&
    one.pathname === other.pathname &&
    other.username === '' &&
    other.password === ''
  return same ? { uri: requested } : wrong
}

/** The kind of redirect target: a website, a program on this machine, or an app with its own scheme. */
export type RedirectTarget = { kind: 'site' | 'here'; host: string } | { kind: 'app'; scheme: string }

export function redirectTarget(address: string): RedirectTarget {
  const { protocol, hostname, host } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'app', scheme: protocol }
  return { kind: isLoopback(hostname) ? 'here' : 'site', host }
}

type Answer = Readonly<Record<string, string | undefined>>

/** Adds a result to the query of an address and leaves the rest unchanged. */
export function withQuery(address: string, answer: Answer): string {
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${encodeAnswer(answer)}`
}

/** Adds a result as the fragment of an address, which browsers do not send to servers. */
export const withHash = (address: string, answer: Answer): string => `${address}#${encodeAnswer(answer)}`

function encodeAnswer(answer: Answer): string {
  const fields = Object.entries(answer).filter((field): field is [string, string] => field[1] !== undefined)
  return new URLSearchParams(fields).toString()
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** Where the answer of a consent page goes. */

/** What the window that opened the consent page is told, where the app has no redirect_uri. */
export interface Told {
  type: 'waypost-authorize'
  code?: string
  error?: 'access_denied'
  state?: string
}

/** Schemes that run or show something in place of handing the answer to an app. */
const hostile = /^(javascript|vbscript|data|blob|filesystem|file|about|view-source|jar|ws|wss|ftp|mailto|tel|sms|intent):$/

/** Whether a browser may be sent to an address, whoever says so. The server judges too; this page does not take its word for it. */
export function mayFollow(address: string): boolean {
  if (!URL.canParse(address) || /[\s\p{Cc}\\]/u.test(address)) return false
  const { protocol, username, password, hostname } = new URL(address)
  if (hostile.test(protocol) || username !== '' || password !== '') return false
  return protocol !== 'http:' || isHere(hostname)
}

/** Where somebody is sent: a site, a program on this computer, or an app that answers to a scheme. */
export type Goal = { kind: 'site' | 'here'; host: string } | { kind: 'app'; scheme: string }

export function goalOf(address: string): Goal {
  const { protocol, hostname, host } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'app', scheme: protocol }
  return { kind: isHere(hostname) ? 'here' : 'site', host }
}

const isHere = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** The address with an answer in its query; what is there already stays letter for letter. */
export function withQuery(address: string, answer: Readonly<Record<string, string | undefined>>): string {
  const fields = Object.entries(answer).filter((field): field is [string, string] => field[1] !== undefined)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return address + joint + new URLSearchParams(fields).toString()
}

/** What a consent page is asked, and what is kept of it while somebody signs in. */

export interface Parts {
  client_id: string
  redirect_uri?: string
  response_type?: string
  scope?: string
  state?: string
}

/** Where the parts are kept in this browser. */
export const partsKey = 'oauth_parts'

/** A way through sign-in that takes longer than this was given up, in milliseconds. */
const keptFor = 60 * 60_000

const names = ['redirect_uri', 'response_type', 'scope', 'state'] as const

/** The parts of an address; undefined where it names no client. */
export function partsOf(query: Readonly<Record<string, unknown>>): Parts | undefined {
  const { client_id } = query
  if (typeof client_id !== 'string' || client_id === '') return undefined
  const given = names.map((name) => [name, query[name]] as const)
  return { client_id, ...Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== '')) }
}

/** The parts as they are kept at a time, in milliseconds since 1970. */
export const kept = (parts: Parts, now: number): string => JSON.stringify({ ...parts, kept: now })

/** The parts that were kept; undefined where there are none, they cannot be read, or are too old to be meant. */
export function readKept(text: string | undefined, now: number): Parts | undefined {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    if (typeof found !== 'object' || found === null) return undefined
    const { kept: at, ...query } = found as Record<string, unknown>
    return typeof at === 'number' && at <= now && now - at <= keptFor ? partsOf(query) : undefined
  } catch {
    return undefined
  }
}

export interface AuthorizeRequest {
  client_id: string
  redirect_uri?: string
  response_type?: string
  scope?: string
  state?: string
  code_challenge?: string
  code_challenge_method?: string
}

/** The storage key of the request. */
export const requestKey = 'oauth_parts'

/** In milliseconds. */
const validFor = 60 * 60_000

const names = ['redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'] as const

/** The request in a query; undefined without a client_id. */
export function requestOf(query: Readonly<Record<string, unknown>>): AuthorizeRequest | undefined {
  const { client_id } = query
  if (typeof client_id !== 'string' || client_id === '') return undefined
  const given = names.map((name) => [name, query[name]] as const)
  return { client_id, ...Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== '')) }
}

/** Serializes a request with the current time, in milliseconds since 1970. */
export const serializeRequest = (request: AuthorizeRequest, now: number): string => JSON.stringify({ ...request, kept: now })

/** Parses a stored request; undefined if it is missing, unreadable or expired. */
export function parseRequest(text: string | undefined, now: number): AuthorizeRequest | undefined {
  try {
    const found: unknown = JSON.parse(text ?? 'null')
    if (typeof found !== 'object' || found === null) return undefined
    const { kept: at, ...query } = found as Record<string, unknown>
    return typeof at === 'number' && at <= now && now - at <= validFor ? requestOf(query) : undefined
  } catch {
    return undefined
  }
}

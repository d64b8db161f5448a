// Reads why the page was opened: the parameters of `/signin`, and a provider's result.

/** The parameters of `/signin`. */
export interface SignInRequest {
  next: string
  source: string
  method: string
  /** Whether a new account is wanted. */
  create?: true
  invited?: { invite: string; email: string }
}

export function signInRequest(query: Record<string, string>, origin: string): SignInRequest {
  return {
    next: pathHere(query.next, origin) ?? '/',
    source: query.source ?? query.platform ?? 'web',
    method: query.method ?? 'login',
    ...(query.create === '1' && { create: true }),
  }
}

/** A path on our own origin; undefined for anything else, to prevent open redirects. */
export function pathHere(path: string | undefined, origin: string): string | undefined {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** The result of a provider: a token or an error. */
export type Return = { token: string; state: string | undefined } | { error: string }

/** Pages that use their hash for something else. */
const notOurs = ['/login-success', '/widget.html']

export function readReturn(path: string, hash: string): Return | undefined {
  if (notOurs.includes(path) || !/^#(.*&)?(access_token|error)=/.test(hash)) return undefined
  const values = new URLSearchParams(hash.slice(1))
  const token = values.get('access_token')
  if (token) return { token, state: values.get('state') || undefined }
  const error = values.get('error')
  return error ? { error } : undefined
}

/** Where a browser goes with the answer to a consent page; `undefined` when the client registered no address and none was asked for. */
export type Redirect = { uri: string | undefined } | { error: string }

/**
 * The address that an authorization goes to: the one asked for, if it is at the same place as the registered one, else the registered
 * one itself. Its query is free.
 */
export function redirectOf(registered: string | null, requested: string | undefined): Redirect {
  if (requested === undefined) return { uri: registered ?? undefined }
  if (registered === null) return { error: 'This app has registered no redirect_uri.' }
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

/** The address with an answer in its query; what is there already stays letter for letter. */
export function withQuery(address: string, answer: Record<string, string | undefined>): string {
  return `${address}${!address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'}${written(answer)}`
}

/** The address with an answer in its hash, which no server gets to see. */
export function withHash(address: string, answer: Record<string, string | undefined>): string {
  return `${address}#${written(answer)}`
}

function written(answer: Record<string, string | undefined>): string {
  const fields = Object.entries(answer).filter((field): field is [string, string] => field[1] !== undefined)
  return new URLSearchParams(fields).toString()
}

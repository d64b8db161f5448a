/**
 * The uses that a token permits. `everything` permits every call that is not reserved for the owner or for sessions; `push` only pushes to
 * the account itself, as "send you push notifications" promises.
 */
export const scopes = ['everything', 'push', 'push:read', 'push:write', 'devices', 'channels', 'files', 'texts', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The scopes that OAuth clients may request: no app acts as an administrator. */
export const appScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

/**
 * Parses the `scope` of OAuth 2.0 (RFC 6749, section 3.3): names separated by spaces. The default is `everything`.
 * @param known the scopes to choose from
 * @returns undefined if a name is unknown
 */
export function parseScopes(text: string | undefined, known: readonly Scope[] = scopes): Scope[] | undefined {
  const names = [...new Set((text ?? '').split(' ').filter((name) => name !== ''))]
  if (names.length === 0) return ['everything']
  return names.every(isScope) && names.every((name) => known.includes(name))
    ? names.includes('everything')
      ? ['everything']
      : names
    : undefined
}

export const isScope = (name: string): name is Scope => (scopes as readonly string[]).includes(name)

/** Whether a token with these scopes may make a call, as far as scopes decide it. */
export function permits(
  granted: readonly Scope[],
  { name, who, scope }: { readonly name: string; readonly who: string; readonly scope?: Scope | 'any' },
): boolean {
  if (who === 'anyone' || granted.includes('everything')) return true
  if (scope === undefined) return false
  if (scope === 'any') return granted.some((one) => one !== 'push')
  return granted.includes(scope) || (name === 'createPush' && granted.includes('push'))
}

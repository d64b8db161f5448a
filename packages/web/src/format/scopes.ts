import type { Scope } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'
import { scopesWords } from './en.ts'

const messages = i18n('scopes', scopesWords)

const rights: Readonly<Record<Scope, readonly (keyof ReturnType<typeof messages.get>)[]>> = {
  everything: ['read', 'send', 'change'],
  push: ['push'],
  'push:read': ['pushRead'],
  'push:write': ['pushWrite'],
  devices: ['devices'],
  channels: ['channels'],
  files: ['files'],
  texts: ['texts'],
  admin: ['admin'],
}

const rightsOfScope = (scope: Scope): string[] => rights[scope].map((name) => messages.get()[name])

/** What a token may do, e.g. 'send you push notifications'. */
export function rightsOf(scopes: readonly Scope[]): string[] {
  const isLimited = !scopes.includes('everything')
  const profile = isLimited && scopes.some((scope) => scope !== 'push') ? [messages.get().profile] : []
  return [...scopes.flatMap(rightsOfScope), ...profile]
}

/** What a token with one scope may do, for a list of choices. */
export const rightOf = (scope: Scope): string => rightsOfScope(scope).join(', ')

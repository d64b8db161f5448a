// Says in words what the scopes of an access token permit.

import type { Scope } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'

const messages = i18n('scopes', {
  read: 'read all that you send and receive, and your files',
  send: 'send in your name',
  change: 'see and change your devices, conversations and channels',
  profile: 'see your name and email address',
  push: 'send you push notifications',
  pushRead: 'read your pushes',
  pushWrite: 'send pushes in your name, and delete pushes',
  devices: 'see and change your devices',
  channels: 'see and change your channels and what you follow',
  files: 'upload files',
  texts: 'read and send SMS through your phone',
  admin: 'do what administrators do',
})

/** What a token with one scope may do, by the names of the messages. */
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

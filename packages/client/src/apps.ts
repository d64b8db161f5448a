import { createClient, deleteClient, deleteConnectedAccount, deleteGrant, updateClient } from '@waypost/protocol'
import type { ConnectedAccounts, GrantActions, OAuthClientActions } from './actions.ts'
import { byLowercase, newestCreatedFirst, openWrites, type WriteParts } from './writes.ts'

/** Apps that were let in. One whose client is gone is left out. */
export function openGrants(parts: WriteParts): GrantActions {
  const { remove } = openWrites(parts, 'grants', 'OAuth Grant')
  return {
    $all: byLowercase(parts.mirror.of('grants'), ({ client }) => client && (client.name ?? '')),
    remove: (iden) => remove(deleteGrant, iden),
  }
}

/** Apps that the account registered. */
export function openOAuthClients(parts: WriteParts): OAuthClientActions {
  const { create, update, remove } = openWrites(parts, 'clients', 'OAuth Client')
  return {
    $all: newestCreatedFirst(parts.mirror.of('clients')),
    create: (fields) => create(createClient, fields),
    update: (iden, fields) => update(updateClient, { ...fields, iden }),
    remove: (iden) => remove(deleteClient, iden),
  }
}

/** Ways to sign in. */
export function openConnectedAccounts(parts: WriteParts): ConnectedAccounts {
  const { remove } = openWrites(parts, 'accounts', 'Account')
  return {
    $all: newestCreatedFirst(parts.mirror.of('accounts')),
    remove: (iden) => remove(deleteConnectedAccount, iden),
  }
}

// Lists and changes grants, OAuth clients and connected accounts.

import {
  type ConnectedAccount,
  createClient,
  deleteClient,
  deleteConnectedAccount,
  deleteGrant,
  type Grant,
  type Client as OAuthClient,
  type Takes,
  updateClient,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { byLowercase, newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface ConnectedAccounts {
  /** Newest first. */
  readonly $all: ReadableAtom<readonly ConnectedAccount[]>
  remove(iden: string): Promise<boolean>
}

export interface OAuthClientActions {
  /** Newest first. */
  readonly $all: ReadableAtom<readonly OAuthClient[]>
  /** @throws Refusal */
  create(fields: Takes<typeof createClient>): Promise<OAuthClient>
  update(iden: string, fields: Omit<Takes<typeof updateClient>, 'iden'>): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface GrantActions {
  /** Sorted by name. Without grants whose client is gone. */
  readonly $all: ReadableAtom<readonly Grant[]>
  remove(iden: string): Promise<boolean>
}

export function openGrants(deps: WriteDeps): GrantActions {
  const { remove } = openWrites(deps, 'grants', 'OAuth Grant')
  return {
    $all: byLowercase(deps.mirror.of('grants'), ({ client }) => client && (client.name ?? '')),
    remove: (iden) => remove(deleteGrant, iden),
  }
}

export function openOAuthClients(deps: WriteDeps): OAuthClientActions {
  const { create, update, remove } = openWrites(deps, 'clients', 'OAuth Client')
  return {
    $all: newestCreatedFirst(deps.mirror.of('clients')),
    create: (fields) => create(createClient, fields),
    update: (iden, fields) => update(updateClient, { ...fields, iden }),
    remove: (iden) => remove(deleteClient, iden),
  }
}

export function openConnectedAccounts(deps: WriteDeps): ConnectedAccounts {
  const { remove } = openWrites(deps, 'accounts', 'Account')
  return {
    $all: newestCreatedFirst(deps.mirror.of('accounts')),
    remove: (iden) => remove(deleteConnectedAccount, iden),
  }
}

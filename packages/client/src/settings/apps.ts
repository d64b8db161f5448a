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

/** Ways to sign in. */
export interface ConnectedAccounts {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly ConnectedAccount[]>
  remove(iden: string): Promise<boolean>
}

/** Apps that the account registered. */
export interface OAuthClientActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly OAuthClient[]>
  /** @throws Refusal */
  create(fields: Takes<typeof createClient>): Promise<OAuthClient>
  update(iden: string, fields: Omit<Takes<typeof updateClient>, 'iden'>): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

/** Apps that were let in. */
export interface GrantActions {
  /** Those that have a client, by its name. */
  readonly $all: ReadableAtom<readonly Grant[]>
  remove(iden: string): Promise<boolean>
}

/** Apps that were let in. One whose client is gone is left out. */
export function openGrants(parts: WriteDeps): GrantActions {
  const { remove } = openWrites(parts, 'grants', 'OAuth Grant')
  return {
    $all: byLowercase(parts.mirror.of('grants'), ({ client }) => client && (client.name ?? '')),
    remove: (iden) => remove(deleteGrant, iden),
  }
}

/** Apps that the account registered. */
export function openOAuthClients(parts: WriteDeps): OAuthClientActions {
  const { create, update, remove } = openWrites(parts, 'clients', 'OAuth Client')
  return {
    $all: newestCreatedFirst(parts.mirror.of('clients')),
    create: (fields) => create(createClient, fields),
    update: (iden, fields) => update(updateClient, { ...fields, iden }),
    remove: (iden) => remove(deleteClient, iden),
  }
}

/** Ways to sign in. */
export function openConnectedAccounts(parts: WriteDeps): ConnectedAccounts {
  const { remove } = openWrites(parts, 'accounts', 'Account')
  return {
    $all: newestCreatedFirst(parts.mirror.of('accounts')),
    remove: (iden) => remove(deleteConnectedAccount, iden),
  }
}

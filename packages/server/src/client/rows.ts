import type { Client, ClientInfo } from '@waypost/protocol'
import type { Change } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { filled } from '../objects.ts'

export const clientsPerAccount = 100

/** An OAuth client. Its secret is stored in plain text because lists show it to the developer; a tombstone has none. */
export interface ClientRow extends SyncedRow {
  name: string | null
  website_url: string | null
  image_url: string | null
  redirect_uri: string | null
  allowed_origin: string | null
  client_id: string | null
  client_secret: string | null
}

/** The type of the jobs that update the grants of a changed or deleted client; the payload is `{ client: iden }`. */
export const clientChanged = 'client-changed'

/** The lock for authorizing or deleting a client, so that a deleted client gets no tokens. */
export const clientLock = (id: string | null) => `client ${id}`

export const findClientById = (reader: Reader, id: string) =>
  reader.one<ClientRow>('SELECT * FROM client WHERE client_id = $1', [id])

export const findClient = (reader: Reader, iden: string) =>
  reader.one<ClientRow>('SELECT * FROM client WHERE iden = $1 AND active = 1', [iden])

/** A batch of the clients that an account registered. */
export const someClientsOf = (reader: Reader, owner: string, most: number) =>
  reader.all<ClientRow>('SELECT * FROM client WHERE owner = $1 LIMIT $2', [owner, most])

export const deleteClientRow = (tx: Writer, iden: string) => tx.run('DELETE FROM client WHERE iden = $1', [iden])

/** Saves a client. */
export const saveClient = async (tx: Change, client: ClientRow): Promise<Client> =>
  clientObject(await saveSynced(tx, clients, client))

/** A client as its developer sees it. */
export const clientObject = (row: ClientRow): Client =>
  syncedObject(row, ({ name, website_url, image_url, redirect_uri, allowed_origin, client_id, client_secret }) =>
    filled({ name, website_url, image_url, redirect_uri, allowed_origin, client_id, client_secret }),
  )

/** A client as the consent page shows it. */
export function clientInfo(row: ClientRow): Omit<ClientInfo, 'scopes'> {
  const { iden, website_url, image_url, redirect_uri, allowed_origin } = row
  const told = filled({ website_url, image_url, redirect_uri, allowed_origin })
  return { iden, client_id: row.client_id as string, name: row.name ?? '', ...told }
}

export const clients = savedTable('clients', 'client', clientObject, {
  changing: ['name', 'website_url', 'image_url', 'redirect_uri', 'allowed_origin', 'client_id', 'client_secret'],
  room: { most: clientsPerAccount, names: 'apps that it registers', advice: 'Delete some first.', claims: true },
})

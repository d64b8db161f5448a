import type { Client, ClientInfo } from '@waypost/protocol'
import type { Change } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedFields } from '../db/synced-table.ts'
import { filled } from '../objects.ts'

/** An OAuth client. Its secret is kept as it is, for lists show it to its developer; a tombstone has none. */
export interface ClientRow extends SyncedRow {
  name: string | null
  website_url: string | null
  image_url: string | null
  redirect_uri: string | null
  allowed_origin: string | null
  client_id: string | null
  client_secret: string | null
}

/** Jobs that bring the grants of a client up to date when it has changed or gone; the payload is `{ client: iden }`. */
export const clientChanged = 'client-changed'

/** Held while a client is let in or goes, so that none that is gone is given anything. */
export const clientLock = (id: string | null) => `client ${id}`

export const findClientById = (reader: Reader, id: string) =>
  reader.one<ClientRow>('SELECT * FROM client WHERE client_id = $1', [id])

export const findClient = (reader: Reader, iden: string) =>
  reader.one<ClientRow>('SELECT * FROM client WHERE iden = $1 AND active = 1', [iden])

/** Some of the clients that an account registered. */
export const someClientsOf = (reader: Reader, owner: string, most: number) =>
  reader.all<ClientRow>('SELECT * FROM client WHERE owner = $1 LIMIT $2', [owner, most])

export const deleteClientRow = (tx: Writer, iden: string) => tx.run('DELETE FROM client WHERE iden = $1', [iden])

/** Writes a client, new or changed, with the next stamp of its owner's box. */
export const saveClient = async (tx: Change, client: ClientRow): Promise<Client> =>
  clientObject(await saveSynced(tx, clients, client))

/** A client as its developer sees it. */
export function clientObject(row: ClientRow): Client {
  const object = syncedFields(row)
  if (!object.active) return object
  const { name, website_url, image_url, redirect_uri, allowed_origin, client_id, client_secret } = row
  return { ...object, ...filled({ name, website_url, image_url, redirect_uri, allowed_origin, client_id, client_secret }) }
}

/** A client as those see it who are asked to let it in. */
export function clientInfo(row: ClientRow): ClientInfo {
  const { iden, website_url, image_url, redirect_uri, allowed_origin } = row
  const told = filled({ website_url, image_url, redirect_uri, allowed_origin })
  return { iden, client_id: row.client_id as string, name: row.name ?? '', ...told }
}

export const clients = savedTable('clients', 'client', clientObject, {
  changing: ['name', 'website_url', 'image_url', 'redirect_uri', 'allowed_origin', 'client_id', 'client_secret'],
})

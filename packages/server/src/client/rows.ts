import type { Client, ClientInfo } from '@waypost/protocol'
import { type BoxRow, boxType } from '../box.ts'
import { type Change, toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { filled } from '../paging.ts'

/** An OAuth client. Its secret is kept as it is, for lists show it to its developer; a tombstone has none. */
export interface ClientRow extends BoxRow {
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

/** Writes a client, new or changed, with the next stamp of its owner's box. */
export async function saveClient(tx: Change, client: ClientRow): Promise<Client> {
  const modified = tx.stamp(client.owner)
  const row: ClientRow = { ...client, modified, created: client.created || modified }
  await tx.run(upsert, [
    row.iden,
    row.owner,
    row.active,
    row.created,
    row.modified,
    row.name,
    row.website_url,
    row.image_url,
    row.redirect_uri,
    row.allowed_origin,
    row.client_id,
    row.client_secret,
  ])
  const object = clientObject(row)
  tx.wrote(row.owner, 'clients', object)
  return object
}

/** A client as its developer sees it. */
export function clientObject(row: ClientRow): Client {
  const object = { iden: row.iden, active: row.active === 1, created: toSeconds(row.created), modified: toSeconds(row.modified) }
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

export const clients = boxType('clients', 'client', clientObject)

const upsert = `
  INSERT INTO client (iden, owner, active, created, modified, name, website_url, image_url, redirect_uri, allowed_origin, client_id,
    client_secret)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (iden) DO UPDATE SET active = $3, modified = $5, name = $6, website_url = $7, image_url = $8, redirect_uri = $9,
    allowed_origin = $10, client_id = $11, client_secret = $12`

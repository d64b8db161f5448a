// Handles the calls by which developers register OAuth clients.

import { createClient, deleteClient, isRedirectUri, listClients, Refusal, updateClient } from '@waypost/protocol'
import { deleteTokensOf } from '../access-token/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import { notifyTokensEnded } from '../notify.ts'
import { lists } from '../objects.ts'
import { clientKey } from '../tokens.ts'
import { clientChanged, clientLock, clientObject, clients, saveClient } from './rows.ts'

export function clientCalls({ db, bus, change, jobs }: Deps): Handler[] {
  return [
    handle(listClients, async (query, { caller }) => {
      const { rows, cursor } = await clients.list(db, caller.account.iden, query)
      return lists({ clients: rows.map(clientObject) }, cursor)
    }),
    handle(createClient, async (fields, { caller }) => {
      checkFields(fields)
      const owner = caller.account.iden
      const { name, website_url = null, image_url = null, redirect_uri = null, allowed_origin = null } = fields
      const told = { name, website_url, image_url, redirect_uri, allowed_origin }
      const made = { iden: objectIden(owner), owner, active: 1, created: 0, modified: 0 }
      const keys = { client_id: clientKey(), client_secret: clientKey() }
      return change([owner], (tx) => saveClient(tx, { ...made, ...told, ...keys }))
    }),
    handle(updateClient, async ({ iden, ...fields }, { caller }) => {
      checkFields(fields)
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const client = await clients.find(tx, owner, iden)
        if (!client?.active) throw new Refusal('not_found')
        await jobs.add(tx, { type: clientChanged, key: iden, payload: { client: iden } })
        return saveClient(tx, {
          ...client,
          name: fields.name ?? client.name,
          website_url: fields.website_url ?? client.website_url,
          image_url: fields.image_url ?? client.image_url,
          redirect_uri: fields.redirect_uri ?? client.redirect_uri,
          allowed_origin: fields.allowed_origin ?? client.allowed_origin,
        })
      })
    }),
    handle(deleteClient, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      const nothing = { name: null, website_url: null, image_url: null, redirect_uri: null, allowed_origin: null }
      return change([owner], async (tx) => {
        const client = await clients.find(tx, owner, iden)
        if (!client) throw new Refusal('not_found')
        if (!client.active) return {}
        await tx.lock(clientLock(client.client_id))
        await saveClient(tx, { ...client, ...nothing, client_id: null, client_secret: null, active: 0 })
        // Its tokens end at once; a job ends its grants, which are spread over many boxes.
        const ended = await deleteTokensOf(tx, { client_iden: iden })
        await jobs.add(tx, { type: clientChanged, key: iden, payload: { client: iden } })
        tx.afterCommit(() => notifyTokensEnded(bus, ended))
        return {}
      })
    }),
  ]
}

/** As parsed by the calls of `protocol/client.ts`. */
interface ClientFields {
  name?: string | undefined
  website_url?: string | undefined
  image_url?: string | undefined
  redirect_uri?: string | undefined
  allowed_origin?: string | undefined
}

/** Refuses addresses that a consent page must not link to or redirect to. @throws Refusal `invalid_param` */
function checkFields({ website_url, image_url, redirect_uri, allowed_origin }: ClientFields): void {
  if (website_url !== undefined && !isWebAddress(website_url)) {
    throw Refusal.param('website_url', 'The website address has to begin with http:// or https://.')
  }
  if (image_url !== undefined && !isWebAddress(image_url)) {
    throw Refusal.param('image_url', 'The image address has to begin with http:// or https://.')
  }
  if (redirect_uri !== undefined && !isRedirectUri(redirect_uri)) {
    throw Refusal.param(
      'redirect_uri',
      "The redirect address has to begin with https://, http://localhost or an app's own scheme, and have no '#'.",
    )
  }
  if (allowed_origin !== undefined && !isOrigin(allowed_origin)) {
    throw Refusal.param('allowed_origin', 'The allowed origin has to look like https://example.org, without a path.')
  }
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

function isOrigin(address: string): boolean {
  return isWebAddress(address) && [address, `${address}/`].includes(`${new URL(address).origin}/`)
}

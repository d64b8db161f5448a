import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { addressLength, displayName, iden, listQuery, nameLength, synced, text } from './wire/field.ts'
import { scopes } from './wire/scope.ts'

/** An OAuth client as the developer who registered it sees it. */
export const Client = v.object({
  ...synced,
  name: v.optional(v.string()),
  website_url: v.optional(v.string()),
  image_url: v.optional(v.string()),
  redirect_uri: v.optional(v.string()),
  allowed_origin: v.optional(v.string()),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
})
export type Client = v.InferOutput<typeof Client>

/** An OAuth client as shown to users who are asked to authorize it. */
export const ClientInfo = v.object({
  iden: v.string(),
  client_id: v.string(),
  name: v.string(),
  website_url: v.optional(v.string()),
  image_url: v.optional(v.string()),
  redirect_uri: v.optional(v.string()),
  allowed_origin: v.optional(v.string()),
  /** The scopes that the app requests. */
  scopes: v.array(v.picklist(scopes)),
})
export type ClientInfo = v.InferOutput<typeof ClientInfo>

const clientFields = {
  website_url: v.optional(text(addressLength)),
  image_url: v.optional(text(addressLength)),
  redirect_uri: v.optional(text(addressLength)),
  allowed_origin: v.optional(text(addressLength)),
}

export const listClients = defineCall({
  name: 'listClients',
  method: 'GET',
  path: '/v2/clients',
  does: 'Lists the OAuth clients that the account registered, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ clients: v.array(Client), cursor: v.optional(v.string()) }),
  who: 'session',
  refuses: ['invalid_cursor'],
})

export const createClient = defineCall({
  name: 'createClient',
  method: 'POST',
  path: '/v2/clients',
  does: 'Registers an OAuth client and returns its id and secret.',
  takes: v.object({ name: displayName, ...clientFields }),
  gives: Client,
  who: 'session',
})

export const updateClient = defineCall({
  name: 'updateClient',
  method: 'POST',
  path: '/v2/clients/:iden',
  does: 'Changes the given fields.',
  takes: v.object({ iden, name: v.optional(displayName), ...clientFields }),
  gives: Client,
  who: 'session',
  refuses: ['elevation_needed', 'not_found'],
})

export const deleteClient = defineCall({
  name: 'deleteClient',
  method: 'DELETE',
  path: '/v2/clients/:iden',
  does: 'Deletes an OAuth client and revokes its grants and tokens.',
  takes: v.object({ iden }),
  who: 'session',
  refuses: ['not_found'],
})

export const getClientInfo = defineCall({
  name: 'getClientInfo',
  method: 'GET',
  path: '/oauth2/client-info',
  does:
    'Returns an OAuth client by its id, for a consent page: checks what the app asks for, and returns the `redirect_uri` if it is ' +
    'allowed, and the scopes.',
  takes: v.object({
    client_id: text(nameLength),
    redirect_uri: v.optional(text(addressLength)),
    response_type: v.optional(text(nameLength)),
    scope: v.optional(text(nameLength)),
  }),
  gives: ClientInfo,
  who: 'anyone',
})

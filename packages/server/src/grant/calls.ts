// Handles the calls on grants, and the calls by which an OAuth client gets one.

import { hash } from 'node:crypto'
import {
  appScopes,
  authorize,
  deleteGrant,
  exchangeCode,
  getClientInfo,
  listGrants,
  parseScopes,
  Refusal,
  resolveRedirect,
  type Taken,
  withHash,
  withQuery,
} from '@waypost/protocol'
import { deleteToken, deleteTokensOf, endOldAppTokens, insertToken, isStopped } from '../access-token/rows.ts'
import { findAccount } from '../account/rows.ts'
import { microseconds } from '../change.ts'
import { type ClientRow, clientInfo, clientLock, findClientById } from '../client/rows.ts'
import type { Db, Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle, type RequestContext } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import { objectIden } from '../iden.ts'
import { notifyTokensEnded } from '../notify.ts'
import { lists } from '../objects.ts'
import { hashToken, sameHash } from '../tokens.ts'
import {
  type CodeRow,
  endGrant,
  findCode,
  findGrant,
  grantObject,
  grants,
  grantTo,
  insertCode,
  markUsed,
  saveGrant,
} from './rows.ts'

export function grantCalls({ db, bus, change, rateLimits }: Deps): Handler[] {
  const exchanges = throttle(rateLimits.exchange)

  return [
    handle(listGrants, async (query, { caller }) => {
      const { rows, cursor } = await grants.list(db, caller.account.iden, query)
      return lists({ grants: rows.map(grantObject) }, cursor)
    }),
    handle(deleteGrant, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const grant = await grants.find(tx, owner, iden)
        if (!grant) throw new Refusal('not_found')
        if (!grant.active) return {}
        await endGrant(tx, grant)
        const ended = await deleteTokensOf(tx, { client_iden: grant.client_iden, grant_iden: iden })
        tx.afterCommit(() => notifyTokensEnded(bus, ended))
        return {}
      })
    }),

    handle(getClientInfo, async ({ client_id, redirect_uri, response_type, scope }) => {
      const client = await findClientById(db, client_id)
      if (!client) throw Refusal.param('client_id')
      if (await isStopped(db, client.owner, 'own apps')) throw Refusal.param('client_id', developerSuspended)
      const redirect = resolveRedirect(client.redirect_uri, redirect_uri)
      if ('error' in redirect) throw Refusal.param('redirect_uri', redirect.error)
      if (response_type !== undefined && !isResponseType(response_type)) {
        throw Refusal.param('response_type', "The response_type is 'code' or 'token'.")
      }
      if (response_type === 'token' && redirect.uri === undefined) throw Refusal.param('redirect_uri', noRedirect)
      const wanted = parseScopes(scope, appScopes)
      if (!wanted) throw Refusal.param('scope', unknownScope(scope))
      return { ...clientInfo(client), ...(redirect.uri === undefined ? {} : { redirect_uri: redirect.uri }), scopes: wanted }
    }),
    handle(authorize, async (input, { caller }) => {
      const { client_id, redirect_uri, response_type, scope: wanted, state } = input
      const owner = caller.account.iden
      const iden = objectIden(owner)
      return change([owner], async (tx) => {
        // Errors are shown on the consent page: a browser must not be redirected to an unverified address.
        await tx.lock(clientLock(client_id))
        const client = await findClientById(tx, client_id)
        if (!client) return { error: 'There is no app with this client_id.' }
        if (await isStopped(tx, client.owner, 'own apps')) return { error: developerSuspended }
        const redirect = resolveRedirect(client.redirect_uri, redirect_uri)
        if ('error' in redirect) return { error: redirect.error }
        const { uri } = redirect
        if (response_type === 'token' && uri === undefined) return { error: noRedirect }
        const scope = parseScopes(wanted, appScopes)?.join(' ')
        if (scope === undefined) return { error: unknownScope(wanted) }

        const developer = await findAccount(tx, client.owner)
        const known = await findGrant(tx, owner, client.iden)
        const nothing = { client_name: null, client_website_url: null, client_image_url: null, client_email: null }
        const fresh = { iden, owner, active: 1, created: 0, modified: 0, client_iden: client.iden, scope, ...nothing }
        const grant =
          known && known.scope === scope
            ? known
            : await saveGrant(tx, grantTo({ ...(known ?? fresh), scope }, client, developer?.email ?? null))
        const via = { client_iden: client.iden, grant_iden: grant.iden, scope }
        if (response_type === 'token' && uri !== undefined) {
          const access_token = await insertToken(tx, owner, via)
          const ended = await endOldAppTokens(tx, via)
          tx.afterCommit(() => notifyTokensEnded(bus, ended))
          return { redirect_uri: withHash(uri, { access_token, token_type: 'Bearer', scope, state }) }
        }
        const { code_challenge: challenge, code_challenge_method: method = 'plain' } = input
        const code = await insertCode(tx, owner, via, uri, challenge === undefined ? undefined : { challenge, method })
        return uri === undefined ? { code } : { code, redirect_uri: withQuery(uri, { code, state }) }
      })
    }),

    handle(exchangeCode, async (input, { network, basic }) => {
      const from = network
      exchanges.take(from)
      const client = await clientOf(db, input, basic)
      const { access_token, scope, ended = [] } = await db.write((tx) => exchange(tx, client, input))
      if (ended.length > 0) notifyTokensEnded(bus, ended)
      if (access_token === undefined) throw new Refusal('invalid_grant')
      exchanges.giveBack(from)
      // The scope may differ from the requested one, so it is required (RFC 6749, 5.1).
      return { access_token, token_type: 'Bearer' as const, scope: scope ?? 'everything' }
    }),
  ]
}

/** Authenticates an OAuth client by its id and secret. @throws Refusal `invalid_client`, `invalid_grant`, `invalid_param` */
async function clientOf(db: Db, input: Taken<typeof exchangeCode>, basic: RequestContext['basic']): Promise<ClientRow> {
  const id = input.client_id ?? (basic && decoded(basic.user))
  const secret = input.client_secret ?? (basic && decoded(basic.password))
  // A client that tried Basic authorization gets a 401 (RFC 6749, 5.2), even if it sent no password.
  if (basic && !(id && secret)) throw new Refusal('invalid_client')
  if (!id) throw Refusal.param('client_id')
  if (!secret) throw Refusal.param('client_secret')
  const client = await findClientById(db, id)
  const right = sameHash(hashToken(secret), hashToken(client?.client_secret ?? ''))
  if (!right || !client?.client_secret) throw new Refusal('invalid_client')
  if (await isStopped(db, client.owner, 'own apps')) throw new Refusal('invalid_grant', developerSuspended)
  return client
}

/** In Basic authorization, id and secret are form-encoded (RFC 6749, 2.3.1). */
function decoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? ''
}

/** A code that is used twice may have leaked, so its token is revoked. */
async function exchange(
  tx: Writer,
  client: ClientRow,
  { code: text, redirect_uri, code_verifier }: Taken<typeof exchangeCode>,
): Promise<{ access_token?: string; scope?: string | null; ended?: { account: string; hash: string }[] }> {
  const code = await findCode(tx, text)
  if (!code || code.client_iden !== client.iden) return {}
  if (code.used_for !== null) {
    await deleteToken(tx, code.used_for)
    return { ended: [{ account: code.account, hash: code.used_for }] }
  }
  // The public API doesn't require redirect_uri here; if given, it must match.
  if (redirect_uri !== undefined && redirect_uri !== code.redirect_uri) return {}
  if (code.expires < microseconds() || !provesChallenge(code, code_verifier)) return {}
  const { client_iden, grant_iden, scope } = code
  const access_token = await insertToken(tx, code.account, { client_iden, grant_iden, scope })
  // If the code has since been used or deleted, this rolls the token back.
  if (!(await markUsed(tx, code.hash, hashToken(access_token)))) throw new Refusal('invalid_grant')
  return { access_token, scope, ended: await endOldAppTokens(tx, code) }
}

/** PKCE (RFC 7636, 4.6). A verifier without a challenge is refused: somebody removed the challenge (RFC 9700, 4.8.2). */
function provesChallenge({ challenge, challenge_method }: CodeRow, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  return sameHash(challenge_method === 'S256' ? hash('sha256', verifier, 'base64url') : verifier, challenge)
}

const isResponseType = (name: string) => ['code', 'token'].includes(name)
const developerSuspended = 'The developer of this app is suspended on this server.'
const noRedirect = 'This app has no registered redirect_uri.'
const unknownScope = (scope = '') =>
  `This app asks for '${scope}', and this server knows only these scopes: ${appScopes.join(', ')}.`

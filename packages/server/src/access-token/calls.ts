// Handles the calls on sessions and on program tokens.

import {
  createAccessToken,
  deleteAccessToken,
  deleteAllAccessTokens,
  endOtherSessions,
  endSession,
  listAccessTokens,
  listSessions,
  parseScopes,
  Refusal,
  scopes as scopeNames,
  signOut,
} from '@waypost/protocol'
import { recordEvent } from '../audit/rows.ts'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notifyAccountChanged, notifyAllTokensEnded, notifyTokensEnded } from '../notify.ts'
import { filled } from '../objects.ts'
import { hashToken } from '../tokens.ts'
import { makeTokenForProgram, revokeTokenForProgram } from './for-programs.ts'
import {
  deleteSession,
  deleteSessions,
  deleteToken,
  deleteTokens,
  idenOf,
  originOf,
  sessionsOf,
  tokensForPrograms,
} from './rows.ts'

export function tokenCalls(deps: Deps): Handler[] {
  const { db, bus, lastUses, log, providers } = deps
  return [
    handle(listSessions, async (_input, { caller }) => {
      await lastUses.save()
      return { sessions: await sessionsOf(db, caller.account.iden, caller.token) }
    }),
    handle(endSession, async ({ iden }, { caller: { account, token } }) => {
      const ended = await db.write(async (tx) => {
        const session = await deleteSession(tx, account.iden, iden)
        if (session && session.hash !== token) await recordEvent(tx, account, 'end-session', filled({ device: session.name }))
        return session
      })
      if (!ended) throw new Refusal('not_found', 'This session has ended already.')
      notifyTokensEnded(bus, [ended])
      notifyAccountChanged(bus, account.iden)
      return {}
    }),
    handle(endOtherSessions, async (_input, { caller: { account, token } }) => {
      const ended = await db.write(async (tx) => {
        const sessions = await deleteSessions(tx, account.iden, token)
        if (sessions.length > 0) await recordEvent(tx, account, 'end-other-sessions', { ended: sessions.length })
        return sessions
      })
      notifyTokensEnded(bus, ended)
      notifyAccountChanged(bus, account.iden)
      return { ended: ended.length }
    }),
    handle(signOut, async (_input, { caller: { account, token } }) => {
      const began = await originOf(db, token)
      await db.write((tx) => deleteToken(tx, token))
      notifyTokensEnded(bus, [{ account: account.iden, hash: token }])
      notifyAccountChanged(bus, account.iden)
      const provider = providers.find(({ type }) => type === began?.provider)
      const leave = provider?.leave?.(began?.id_token ?? null)
      const continue_at = await leave?.catch((error) => {
        log.warn({ err: error }, 'The provider of a session did not say where to sign out.')
        return undefined
      })
      return { ...filled({ continue_at }) }
    }),

    handle(listAccessTokens, async (_input, { caller }) => {
      await lastUses.save()
      return { access_tokens: await tokensForPrograms(db, caller.account.iden) }
    }),
    handle(createAccessToken, async ({ name, scope, days }, { caller: { account } }) => {
      const scopes = parseScopes(scope)
      if (!scopes) throw Refusal.param('scope', `The scopes are ${scopeNames.join(', ')}.`)
      const expires = days === undefined ? undefined : microseconds() + days * microsecondsPerDay
      const access_token = await makeTokenForProgram(deps, account, { name, scope: scopes.join(' '), expires })
      return { access_token, iden: idenOf(hashToken(access_token)) }
    }),
    handle(deleteAccessToken, async ({ iden }, { caller: { account } }) => {
      if (!(await revokeTokenForProgram(deps, account, iden))) throw new Refusal('not_found', 'This token was revoked already.')
      return {}
    }),
    handle(deleteAllAccessTokens, async (_input, { caller }) => {
      await db.write(async (tx) => {
        await deleteTokens(tx, caller.account.iden)
        await recordEvent(tx, caller.account, 'tokens-reset')
      })
      notifyAllTokensEnded(bus, caller.account.iden)
      return {}
    }),
  ]
}

const microsecondsPerDay = 86_400_000_000

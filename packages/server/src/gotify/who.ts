import type { Call } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import type { Caller, FindCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { headerText, queryText } from '../http/foreign-api.ts'
import { requireRight } from '../http/who-may-call.ts'
import { ofBasic, type Who } from '../ntfy/who.ts'
import { sourceOfToken } from '../source/tokens.ts'
import { unauthorized } from './errors.ts'

/** Authenticates by the token in the query, in `X-Gotify-Key` or as bearer, or by user and password. @throws Refusal if wrong */
export async function authenticate(
  deps: Pick<Deps, 'db' | 'passwordCallers'>,
  findCaller: FindCaller,
  request: FastifyRequest,
): Promise<Who | undefined> {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(request.headers.authorization ?? '') ?? []
  const bearer = scheme.toLowerCase() === 'bearer' ? value : undefined
  const token = queryText(request, 'token') || headerText(request, 'x-gotify-key') || bearer
  if (token) return ofToken(deps, findCaller, token)
  if (scheme.toLowerCase() !== 'basic') return undefined
  const credentials = ofBasic(Buffer.from(value, 'base64').toString())
  if ('token' in credentials) return ofToken(deps, findCaller, credentials.token)
  return { caller: await deps.passwordCallers.find(credentials.user, credentials.password, request.ip) }
}

async function ofToken({ db }: Pick<Deps, 'db'>, findCaller: FindCaller, token: string): Promise<Who> {
  const source = await sourceOfToken(db, token)
  if (source) return { source }
  const caller = await findCaller(token)
  if (!caller) throw unauthorized()
  return { caller }
}

/** The account of a request that may make a call. @throws GotifyRefusal if it is not signed in or uses an application's token */
export function callerFor(call: Call, who: Who | undefined): Caller {
  if (!who?.caller) throw unauthorized()
  requireRight(call, who.caller)
  return who.caller
}

/** Whether a request was made with the password or in a signed-in session: only these can reach things that outlast a token. */
export const isPersonal = ({ token, session }: Caller): boolean => token === '' || session

import { createPush, listPushes } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import type { Caller, FindCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { queryText } from '../http/foreign-api.ts'
import type { StreamHolder } from '../http/live/foreign-streams.ts'
import { requireRight } from '../http/who-may-call.ts'
import type { SourceRow } from '../source/rows.ts'
import { sourceOfToken } from '../source/tokens.ts'
import { NtfyRefusal } from './errors.ts'

/** The sender of a request: an account, or a program that may only write to one source. */
export type Who = { caller: Caller; source?: undefined } | { source: SourceRow; caller?: undefined }

const credentialsLength = 8_192

type Credentials = { token: string } | { user: string; password: string }

/** A request's credentials; undefined for none, or for another kind as push services send. @throws NtfyRefusal for malformed ones */
export function credentialsOf(request: FastifyRequest): Credentials | undefined {
  const inQuery = queryText(request, 'authorization') || queryText(request, 'auth')
  const header = inQuery
    ? Buffer.from(inQuery.slice(0, credentialsLength), 'base64').toString()
    : (request.headers.authorization ?? '')
  const [, scheme = '', value = ''] = /^\s*([^\s]+)(?:\s+(.*))?$/.exec(header.slice(0, credentialsLength)) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'bearer') return { token: given(value.trim()) }
  if (kind === 'basic') return ofBasic(Buffer.from(value.trim(), 'base64').toString())
  if (inQuery) throw new NtfyRefusal(40101)
  return undefined
}

/** Parses `user:password` from Basic authorization. A token can replace the password, with any or no user, or the user alone. */
export function ofBasic(text: string): Credentials {
  const at = text.indexOf(':')
  const user = at === -1 ? text : text.slice(0, at)
  const password = at === -1 ? '' : text.slice(at + 1)
  if (user === '') return { token: given(password) }
  if (password === '' || isToken(password)) return { token: given(password || user) }
  return { user, password }
}

const isToken = (text: string) => /^(?:o\.[A-Za-z0-9]{32}|tk_[a-z0-9]{29})$/.test(text)

function given(token: string): string {
  if (token === '') throw new NtfyRefusal(40101)
  return token
}

/** Authenticates a request. @throws NtfyRefusal for wrong credentials, Refusal `account_suspended`, `ratelimited` */
export async function authenticate(
  deps: Pick<Deps, 'passwordCallers' | 'db'>,
  findCaller: FindCaller,
  request: FastifyRequest,
): Promise<Who | undefined> {
  const credentials = credentialsOf(request)
  if (!credentials) return undefined
  if ('user' in credentials)
    return { caller: await deps.passwordCallers.find(credentials.user, credentials.password, request.ip) }
  const source = await sourceOfToken(deps.db, credentials.token)
  if (source) return { source }
  const caller = await findCaller(credentials.token)
  if (!caller) throw new NtfyRefusal(40101)
  return { caller }
}

/** The account that a request acts for. */
export const accountOf = (who: Who): string => who.caller?.account.iden ?? (who.source as SourceRow).owner

/** The account that reads. @throws NtfyRefusal for a write-only token, and for strangers */
export function readerOf(who: Who | undefined): Caller {
  if (!who?.caller) throw new NtfyRefusal(40301)
  requireRight(listPushes, who.caller)
  return who.caller
}

/** The account that writes to its own topics; undefined for a source's token, and for strangers. */
export function writerOf(who: Who | undefined): Caller | undefined {
  if (!who?.caller) return undefined
  requireRight(createPush, who.caller)
  return who.caller
}

/** The owner of a stream. */
export const holderOf = ({ account, token, expires }: Caller): StreamHolder => ({
  account: account.iden,
  token: token === '' ? undefined : token,
  expires,
})

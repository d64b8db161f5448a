// Answers requests of ntfy clients about their account and this server, and creates and revokes the tokens they request.

import { Refusal } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import {
  accessTokensPerAccount,
  countTokensForPrograms,
  deleteTokenForProgram,
  idenOf,
  insertToken,
} from '../access-token/rows.ts'
import { lockEvents, recordEvent } from '../audit/rows.ts'
import type { Caller } from '../caller.ts'
import { fromSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { headerText } from '../http/foreign-api.ts'
import { readJson } from '../http/reading/json.ts'
import { notifyAccountChanged, notifyTokensEnded } from '../notify.ts'
import { filled } from '../objects.ts'
import { sourcesOf } from '../source/rows.ts'
import { ntfyToken } from '../source/tokens.ts'
import { reservedWords } from '../source/topics.ts'
import { hashToken } from '../tokens.ts'
import { allowedFor } from '../upload/lifecycle.ts'
import { bytesUsed } from '../upload/rows.ts'
import { bytesInOneRequest } from '../upload/store-file.ts'
import { NtfyRefusal } from './errors.ts'
import { plainLines } from './params.ts'
import { credentialsOf, type Who } from './who.ts'

/** The daily messages shown to clients, which every account can send: the budget of calls is renewed every minute. */
const messagesPerDay = 100_000
/** The default lifetime of a token in seconds. */
const usualExpiry = 72 * 3_600
const labelLength = 100

/** Caps a number to an integer that every client can parse. */
const whole = (bytes: number) => Math.min(bytes, Number.MAX_SAFE_INTEGER)

/** The account of a request, including a stranger's, as clients show it and as Home Assistant checks its sign-in. */
export async function accountOfNtfy(deps: Deps, who: Who | undefined): Promise<object> {
  const owner = who?.caller?.account.iden ?? who?.source?.owner
  const allowed = owner === undefined ? undefined : await allowedFor(deps, owner)
  const used = owner === undefined ? 0 : await bytesUsed(deps.db, owner)
  const total = whole(allowed?.storageBytes ?? 0)
  const shown = who?.caller && (await shownTo(deps, who.caller))
  return {
    username: '*',
    role: 'anonymous',
    ...shown,
    limits: {
      basis: owner === undefined ? 'ip' : 'tier',
      messages: messagesPerDay,
      messages_expiry_duration: 12 * 3_600,
      emails: 0,
      calls: 0,
      reservations: 0,
      attachment_total_size: total,
      attachment_file_size: Math.min(allowed?.fileBytes ?? 0, bytesInOneRequest),
      attachment_expiry_duration: 0,
      attachment_bandwidth: total,
    },
    stats: {
      messages: 0,
      messages_remaining: messagesPerDay,
      emails: 0,
      emails_remaining: 0,
      calls: 0,
      calls_remaining: 0,
      reservations: 0,
      reservations_remaining: 0,
      attachment_total_size: used,
      attachment_total_size_remaining: Math.max(0, total - used),
    },
  }
}

async function shownTo({ db, origin }: Deps, { account }: Caller): Promise<object> {
  const subscriptions = (await sourcesOf(db, account.iden)).map(({ topic, name }) => ({
    base_url: origin(),
    topic,
    ...(name !== null && name !== topic && { display_name: name }),
  }))
  return {
    username: account.email,
    role: account.admin === 1 ? 'admin' : 'user',
    ...(subscriptions.length > 0 && { subscriptions }),
  }
}

/**
 * Creates a token for a program. This requires the password: a program that already has a token gets the same one, so that no token creates
 * another.
 * @throws NtfyRefusal, Refusal `forbidden` if there are too many
 */
export async function makeToken({ db, bus }: Deps, request: FastifyRequest, who: Who | undefined): Promise<object> {
  const caller = signedIn(who)
  const { label, expires } = tokenWanted(request.body as Buffer)
  const credentials = credentialsOf(request)
  if (credentials && 'token' in credentials)
    return tokenShown(credentials.token, label, caller.expires === null ? 0 : Math.floor(caller.expires / 1_000_000), request)
  const token = ntfyToken()
  const until = expires === 0 ? undefined : fromSeconds(expires)
  await db.write(async (tx) => {
    await lockEvents(tx, caller.account.iden)
    if ((await countTokensForPrograms(tx, caller.account.iden)) >= accessTokensPerAccount)
      throw new Refusal('forbidden', `An account has at most ${accessTokensPerAccount} access tokens. Revoke one first.`)
    await recordEvent(tx, caller.account, 'token-created', { name: label, scopes: 'everything' })
    await insertToken(tx, caller.account.iden, { name: label, expires: until, scope: 'everything', generated: 1 }, token)
  })
  notifyAccountChanged(bus, caller.account.iden)
  return tokenShown(token, label, expires, request)
}

const tokenShown = (token: string, label: string, expires: number, request: FastifyRequest) => ({
  token,
  label,
  last_access: Math.floor(Date.now() / 1_000),
  last_origin: request.ip,
  expires,
})

function tokenWanted(body: Buffer): { label: string; expires: number } {
  const { label = '', expires } = jsonOf(body) as { label?: unknown; expires?: unknown }
  if (typeof label !== 'string' || !(expires === undefined || expires === null || isTime(expires))) throw new NtfyRefusal(40024)
  const now = Math.floor(Date.now() / 1_000)
  const name = plainLines(label).replace(/\s+/g, ' ').trim().slice(0, labelLength) || 'ntfy'
  return { label: name, expires: isTime(expires) ? expires : now + usualExpiry }
}

/** Whether a value is a time in seconds; 0 means none. */
const isTime = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 9e9

/** The JSON object in a body; empty if there is no body. @throws NtfyRefusal */
export function jsonOf(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {}
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new NtfyRefusal(40024)
  }
}

/** Revokes a program's token: the one in the header `X-Token`, or the one used for the request. @throws NtfyRefusal */
export async function endToken({ db, bus }: Deps, request: FastifyRequest, who: Who | undefined): Promise<object> {
  const caller = signedIn(who)
  const credentials = credentialsOf(request)
  const token = headerText(request, 'x-token') || (credentials && 'token' in credentials ? credentials.token : '')
  if (token === '') throw new NtfyRefusal(40023)
  const ended = await db.write(async (tx) => {
    const found = await deleteTokenForProgram(tx, caller.account.iden, idenOf(hashToken(token)))
    if (found) await recordEvent(tx, caller.account, 'token-revoked', filled({ name: found.name }))
    return found
  })
  if (!ended) throw new NtfyRefusal(40023)
  notifyTokensEnded(bus, [ended])
  notifyAccountChanged(bus, caller.account.iden)
  return { success: true }
}

/** @throws NtfyRefusal for strangers, for tokens of sources and apps, and for tokens without every scope */
function signedIn(who: Who | undefined): Caller {
  if (!who) throw new NtfyRefusal(40101)
  const { caller } = who
  if (!caller || caller.client !== null || caller.support !== null || !caller.scopes.includes('everything'))
    throw new NtfyRefusal(40301)
  return caller
}

/** The configuration that ntfy's web app requests. */
export const configOf = (deps: Deps): object => ({
  base_url: deps.origin(),
  app_root: '/',
  enable_login: true,
  require_login: true,
  enable_signup: false,
  enable_payments: false,
  enable_calls: false,
  enable_emails: false,
  enable_reservations: false,
  enable_web_push: false,
  enable_email_verify: false,
  billing_contact: '',
  web_push_public_key: '',
  disallowed_topics: reservedWords,
  config_hash: '',
})

import { randomInt } from 'node:crypto'
import {
  answerPhoneSignIn,
  findPhoneSignIn,
  finishPhoneSignIn,
  openPhoneSignIn,
  phonePollMilliseconds,
  Refusal,
  startPhoneSignIn,
} from '@waypost/protocol'
import { deviceOf } from '../access-token/requesting-device.ts'
import { endOldSessions, idenOf, insertToken } from '../access-token/rows.ts'
import { findAccount } from '../account/rows.ts'
import { recordEvent } from '../audit/rows.ts'
import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle, type RequestContext } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import { findLink, findLinkOf, replaceLink, replacePayload, useLink } from '../mail/link-rows.ts'
import { notifyAccountChanged, notifyTokensEnded } from '../notify.ts'
import { filled } from '../objects.ts'
import { isLoopbackOrigin, networkOrigin } from '../settings/network-origin.ts'
import { hashToken, sameHash } from '../tokens.ts'

/** How long the one-time link in a sign-in QR code is valid. */
export const phoneSignInMilliseconds = 5 * 60_000

interface PhoneSignIn {
  /** The hash of the session that shows the QR code: only that session may approve the phone. */
  session: string
  phone?: OpenedBy
  approved?: boolean
}

interface OpenedBy {
  /** The hash of the phone's secret. */
  key: string
  number: string
  name?: string
  place?: string
  address: string
}

type Found = NonNullable<Awaited<ReturnType<typeof findLink>>> & { asked: PhoneSignIn }

const withPayload = (link: Awaited<ReturnType<typeof findLink>>): Found | undefined =>
  link && { ...link, asked: JSON.parse(link.payload ?? '{}') as PhoneSignIn }

const bySecret = async (reader: Reader, secret: string) => withPayload(await findLink(reader, 'phone', secret))

/** A sign-in that the session has started. @throws Refusal `not_found` */
async function ofSession(reader: Reader, iden: string, { account, token }: RequestContext['caller']): Promise<Found> {
  const found = withPayload(await findLinkOf(reader, 'phone', account.iden))
  if (!found || idenOf(found.hash) !== iden || !sameHash(found.asked.session, token))
    throw new Refusal('not_found', 'This code has expired or was replaced. Show a new one.')
  return found
}

const isOf = (phone: OpenedBy | undefined, key: string): phone is OpenedBy =>
  phone !== undefined && sameHash(phone.key, hashToken(key))

/** Two digits, which are quick to compare. They are not secret: they identify the phone that asks. */
const randomNumber = () => String(randomInt(10, 100))

const secondsLeft = ({ expires }: Pick<Found, 'expires'>) => Math.max(0, Math.ceil((expires - microseconds()) / 1_000_000))

const interval = phonePollMilliseconds / 1_000

/** The calls of the computer that shows the QR code, and of the phone that reads it. */
export function phoneSignInCalls({ bus, db, origin, rateLimits }: Deps): Handler[] {
  const starts = throttle(rateLimits.phoneSignIn)
  const opens = throttle(rateLimits.exchange)
  const polls = throttle(rateLimits.phonePoll)

  /** Takes the answer, which works once. @returns the token of a new session, and the sessions that ended because of it */
  async function take(tx: Writer, secret: string, key: string) {
    const found = await bySecret(tx, secret)
    if (!found || !isOf(found.asked.phone, key)) throw new Refusal('expired_token')
    const { phone, approved } = found.asked
    if (approved === undefined) throw new Refusal('authorization_pending', 'The phone is waiting for approval on the computer.')
    // Only one of two concurrent attempts deletes the row.
    if (!(await useLink(tx, found))) throw new Refusal('expired_token')
    const account = await findAccount(tx, found.subject)
    if (!approved || !account) return undefined
    const access_token = await insertToken(tx, account.iden, { name: phone.name, place: phone.place })
    return { access_token, account: account.iden, ended: await endOldSessions(tx, account.iden) }
  }

  return [
    handle(startPhoneSignIn, async (_input, { caller: { account, token } }) => {
      starts.take(account.iden)
      const asked: PhoneSignIn = { session: token }
      const link = { purpose: 'phone', subject: account.iden, payload: asked } as const
      const secret = await db.write((tx) => replaceLink(tx, link, phoneSignInMilliseconds))
      const here = isLoopbackOrigin(origin())
      return {
        iden: idenOf(hashToken(secret)),
        address: `${origin()}/phone#${secret}`,
        expires_in: phoneSignInMilliseconds / 1_000,
        interval,
        ...(here && { only_here: here, ...filled({ network_origin: networkOrigin(new URL(origin()).port) }) }),
      }
    }),
    handle(findPhoneSignIn, async ({ iden }, { caller }) => {
      const { phone, approved } = (await ofSession(db, iden, caller)).asked
      if (approved === false) throw new Refusal('not_found')
      if (!phone) return { state: 'unopened' as const }
      const { number, name, place, address } = phone
      return { state: approved ? ('approved' as const) : ('asks' as const), number, address, ...filled({ name, place }) }
    }),
    handle(answerPhoneSignIn, async ({ iden, approve }, { caller }) => {
      await db.write(async (tx) => {
        const found = await ofSession(tx, iden, caller)
        const { phone, approved } = found.asked
        if (!phone || approved !== undefined) throw new Refusal('not_found', 'No phone is waiting for an answer.')
        const answered = await replacePayload(tx, found, { ...found.asked, approved: approve } satisfies PhoneSignIn)
        if (!answered) throw new Refusal('not_found', 'No phone is waiting for an answer.')
        if (approve) await recordEvent(tx, caller.account, 'phone-sign-in', filled({ device: phone.name, place: phone.place }))
      })
      return {}
    }),

    handle(openPhoneSignIn, async ({ secret, key }, context) => {
      opens.take(context.network)
      const device = await deviceOf(context)
      return db.write(async (tx) => {
        const found = await bySecret(tx, secret)
        const account = found && (await findAccount(tx, found.subject))
        if (!account || found.asked.approved !== undefined) throw new Refusal('link_expired', used)
        const known = found.asked.phone
        if (known && !isOf(known, key)) throw new Refusal('link_expired', used)
        const phone = known ?? newPhone(key, context.address, device)
        if (!known && !(await replacePayload(tx, found, { ...found.asked, phone } satisfies PhoneSignIn)))
          throw new Refusal('link_expired', used)
        return { number: phone.number, email: account.email, expires_in: secondsLeft(found), interval }
      })
    }),
    handle(finishPhoneSignIn, async ({ secret, key }) => {
      if (!polls.allows(hashToken(secret))) throw new Refusal('slow_down')
      // Most polls find nothing to take, and need no write.
      const waiting = await bySecret(db, secret)
      if (!waiting || !isOf(waiting.asked.phone, key)) throw new Refusal('expired_token')
      if (waiting.asked.approved === undefined)
        throw new Refusal('authorization_pending', 'The phone is waiting for approval on the computer.')
      const taken = await db.write((tx) => take(tx, secret, key))
      if (!taken) throw new Refusal('access_denied')
      notifyTokensEnded(bus, taken.ended)
      notifyAccountChanged(bus, taken.account)
      return { access_token: taken.access_token, token_type: 'Bearer' as const }
    }),
  ]
}

const used = 'This code was already used or has expired. Show a new one on the computer.'

function newPhone(key: string, address: string, device: Awaited<ReturnType<typeof deviceOf>>): OpenedBy {
  return { key: hashToken(key), number: randomNumber(), address, ...filled(device) }
}

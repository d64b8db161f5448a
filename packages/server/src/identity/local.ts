// Implements the built-in identity provider, with an email address and a password.

import { hash, verify } from '@node-rs/argon2'
import { localSignIn, localSignUp, normalizeEmail, Refusal } from '@waypost/protocol'
import { findLogin } from '../account/rows.ts'
import type { Config } from '../config.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type Handler, handle } from '../http/http.ts'
import { addressKey, throttle } from '../http/throttle.ts'
import type { Settings } from '../settings/settings.ts'
import { accessToken, hashToken } from '../tokens.ts'
import { limitGuesses } from './guesses.ts'
import { admit, maySignUp, type Provider } from './identity.ts'
import { mailOfGuesses } from './password-mails.ts'
import { checkPassword } from './password-strength.ts'
import { type PasswordCost, type PasswordDeps, passwordCalls } from './passwords.ts'
import { deleteLocalIdentity, findLocalIdentity, insertLocalIdentity, insertLocalToken, takeLocalToken } from './rows.ts'

/** How long a sign-in token can be redeemed, in seconds. */
const expiresIn = 600

/** Wrong passwords within an hour of which the owner is told. */
const noticedAfter = 10

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** The built-in provider: people sign in with an email address and a password (argon2id). */
export function localProvider(
  deps: PasswordDeps & { config: Pick<Config, 'smtpUrl'>; settings: Settings; passwordCost?: PasswordCost | undefined },
): Provider & { calls: Handler[] } {
  const { db, settings, rateLimits, origin, passwordCost = usualCost } = deps
  const { smtpUrl } = deps.config
  const signUps = throttle(rateLimits.signUp)
  const guesses = limitGuesses(deps, {
    job: 'password-guessed',
    fromAddress: rateLimits.fromAddress,
    forPair: rateLimits.forAccount,
    forAccount: rateLimits.forAccountOverall,
    noticedAfter,
    notice: async (tx, normalized) => {
      const person = await findLocalIdentity(tx, normalized)
      return person && mailOfGuesses(person.email, origin())
    },
  })
  // Verified for unknown addresses, so that the response time does not reveal whether an address is known.
  const unknownHash = hash('a password that is never accepted', passwordCost)

  async function handOut(tx: Writer, normalized: string): Promise<{ access_token: string; expires_in: number }> {
    const token = accessToken()
    await insertLocalToken(tx, hashToken(token), normalized, expiresIn)
    return { access_token: token, expires_in: expiresIn }
  }

  return {
    type: 'local',
    describe: async () => ({
      type: 'local',
      name: settings.now.name,
      authorize_url: '/provider/local',
      client_id: 'waypost',
      sign_up: await maySignUp(db, settings),
      password_reset: smtpUrl === undefined ? 'administrator' : 'email',
    }),
    async identify(token) {
      const used = await db.write((tx) => takeLocalToken(tx, hashToken(token)))
      const person = used && (await findLocalIdentity(db, used.email_normalized))
      if (!person) return undefined
      const { email_normalized: subject, email, name } = person
      return { subject, email, name: name ?? '', proven: person.proven === 1, invited: person.invited === 1 }
    },
    forget: deleteLocalIdentity,
    calls: [
      handle(localSignUp, async ({ email, password, name, invite }, { address }) => {
        signUps.take(addressKey(address))
        const normalized = normalizeEmail(email)
        const { proven, invited } = await admit(db, settings, normalized, { invite })
        if (await isTaken(db, normalized, proven || invited)) throw new Refusal('email_taken')
        await checkPassword(password, { email, name })
        const password_hash = await hash(password, passwordCost)
        const identity = { email_normalized: normalized, email, password_hash, name: name ?? null }
        return db.write(async (tx) => {
          if (await isTaken(tx, normalized, proven || invited)) throw new Refusal('email_taken')
          await deleteLocalIdentity(tx, normalized)
          if (!(await insertLocalIdentity(tx, { ...identity, proven: Number(proven), invited: Number(invited) })))
            throw new Refusal('email_taken')
          return handOut(tx, normalized)
        })
      }),
      handle(localSignIn, async ({ email, password }, { address }) => {
        const normalized = normalizeEmail(email)
        guesses.take(normalized, address)
        const person = await findLocalIdentity(db, normalized)
        const right = await verify(person?.password_hash ?? (await unknownHash), password)
        if (!person || !right) {
          await guesses.wrong(normalized)
          throw new Refusal('sign_in_failed')
        }
        guesses.right(normalized, address)
        return db.write(async (tx) => {
          // The password may have been changed while it was verified.
          const now = await findLocalIdentity(tx, normalized)
          if (now?.password_hash !== person.password_hash) throw new Refusal('sign_in_failed')
          return handOut(tx, normalized)
        })
      }),
      ...passwordCalls(deps, { cost: passwordCost, handOut }),
    ],
  }
}

/**
 * Whether an address belongs to somebody here.
 * @param entitled whether an invitation or a proof stands against a sign-up with the address that was never finished
 */
async function isTaken(reader: Reader, normalized: string, entitled: boolean): Promise<boolean> {
  if (!(await findLocalIdentity(reader, normalized))) return false
  return !entitled || (await findLogin(reader, 'local', normalized)) !== undefined
}

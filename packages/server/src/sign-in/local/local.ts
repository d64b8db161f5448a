import { randomBytes } from 'node:crypto'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { localSignIn, normalizeEmail, Refusal } from '@waypost/protocol'
import type { Config } from '../../config.ts'
import type { Writer } from '../../db/db.ts'
import { type Handler, handle } from '../../http/http.ts'
import type { Settings } from '../../settings/settings.ts'
import { accessToken, hashToken } from '../../tokens.ts'
import { mailOfGuesses } from '../mails.ts'
import type { Provider } from '../provider.ts'
import { maySignUp } from '../who-may-sign-up.ts'
import { limitGuesses } from '../wrong-passwords-and-codes.ts'
import { type PasswordCost, type PasswordDeps, passwordCalls } from './passwords.ts'
import { findIdentityOfToken, findLocalIdentity, insertLocalToken, type LocalIdentityRow, takeLocalToken } from './rows.ts'
import { signUpCalls } from './sign-up.ts'

/** How long a sign-in token can be redeemed, in seconds. */
const expiresIn = 600

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Checks the password of a person signing in from a network address. @throws Refusal `sign_in_failed`, `ratelimited` */
export type ProvePassword = (email: string, password: string, address: string) => Promise<LocalIdentityRow>

/** The built-in provider: people sign in with an email address and a password (argon2id). */
export function localProvider(
  deps: PasswordDeps & {
    config: Pick<Config, 'smtpUrl' | 'proveAddresses'>
    settings: Settings
    passwordCost?: PasswordCost | undefined
    verify?: typeof verifyArgon2
  },
): Provider & { calls: Handler[]; prove: ProvePassword } {
  const { db, settings, origin, passwordCost = usualCost, verify = verifyArgon2 } = deps
  const { smtpUrl } = deps.config
  const guesses = limitGuesses(deps, {
    kind: 'password',
    job: 'password-guessed',
    notice: async (tx, normalized) => {
      const person = await findLocalIdentity(tx, normalized)
      return person && mailOfGuesses(person.email, origin())
    },
  })
  // Verified for unknown addresses, so that the response time does not reveal whether an address is known.
  const unknownHash = unmatchedHash(passwordCost)

  const prove: ProvePassword = async (email, password, address) => {
    const normalized = normalizeEmail(email)
    guesses.take(normalized, address)
    const person = await findLocalIdentity(db, normalized)
    // A person who signs in with a passkey has no password.
    const right = await verify(person?.password_hash || unknownHash, password)
    if (!person?.password_hash || !right) {
      await guesses.wrong(normalized)
      throw new Refusal('sign_in_failed')
    }
    guesses.right(normalized, address)
    return person
  }

  return {
    type: 'local',
    prove,
    describe: async () => ({
      type: 'local',
      name: settings.now.name,
      authorize_url: '/provider/local',
      client_id: 'waypost',
      sign_up: await maySignUp(db, settings),
      password_reset: smtpUrl === undefined ? 'administrator' : 'email',
    }),
    async identify(token) {
      const hash = hashToken(token)
      const person = await db.write(async (tx) => {
        const owner = await findIdentityOfToken(tx, hash)
        return (await takeLocalToken(tx, hash)) && owner
      })
      if (!person) return undefined
      const { email_normalized: subject, email, name } = person
      return {
        subject,
        email,
        name: name ?? '',
        proven: person.proven === 1,
        invited: person.invited === 1,
        async isCurrent(reader) {
          const now = await findLocalIdentity(reader, subject)
          return now?.created === person.created && now.password_hash === person.password_hash
        },
      }
    },
    calls: [
      handle(localSignIn, async ({ email, password }, { address }) => {
        const { email_normalized, password_hash } = await prove(email, password, address)
        return db.write(async (tx) => {
          // The password may have changed while it was verified.
          const now = await findLocalIdentity(tx, email_normalized)
          if (now?.password_hash !== password_hash) throw new Refusal('sign_in_failed')
          return handOutLocal(tx, email_normalized)
        })
      }),
      ...signUpCalls(deps, { cost: passwordCost, handOut: handOutLocal }),
      ...passwordCalls(deps, { cost: passwordCost, handOut: handOutLocal }),
    ],
  }
}

/** A hash with no known password. Verifying it takes as long as any other, and creating it takes no time. */
export function unmatchedHash({ memoryCost, timeCost }: PasswordCost): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${random(16)}$${random(32)}`
}

/** Creates a sign-in token for an identity. */
export async function handOutLocal(tx: Writer, normalized: string): Promise<{ access_token: string; expires_in: number }> {
  const token = accessToken()
  await insertLocalToken(tx, hashToken(token), normalized, expiresIn)
  return { access_token: token, expires_in: expiresIn }
}

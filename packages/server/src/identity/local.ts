import { hash, type Options, verify } from '@node-rs/argon2'
import { localSignIn, localSignUp, normalizeEmail, Refusal } from '@waypost/protocol'
import { hashToken } from '../account/rows.ts'
import { microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { type Handler, handle } from '../http.ts'
import { accessToken } from '../iden.ts'
import { addressKey, type Paces, throttle } from '../throttle.ts'
import { mayJoin, maySignUp, type Provider } from './identity.ts'

/** How long what the provider hands out can be used, in seconds. */
const expiresIn = 600

/** What it costs to try a password: kilobytes of memory, and passes over them. */
export type PasswordCost = Pick<Options, 'memoryCost' | 'timeCost'>

/** The least of what OWASP's Password Storage Cheat Sheet asks of argon2id. */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

interface LocalIdentity {
  email_normalized: string
  email: string
  password_hash: string
  name: string | null
}

/** The built-in provider: people who are known by an email address and a password (argon2id). */
export function localProvider(options: {
  db: Db
  signUp: Config['signUp']
  paces: Paces
  passwordCost?: PasswordCost | undefined
}): Provider & { calls: Handler[] } {
  const { db, signUp, paces, passwordCost = usualCost } = options
  const signUps = throttle(paces.signUp)
  const fromAddress = throttle(paces.fromAddress)
  const forAccount = throttle(paces.forAccount)
  // Checked in place of a password that does not exist, so that the time taken tells nothing.
  const nobody = hash('nobody has this password', passwordCost)

  const find = (normalized: string) =>
    db.one<LocalIdentity>('SELECT * FROM local_identity WHERE email_normalized = $1', [normalized])

  async function handOut(normalized: string): Promise<{ access_token: string; expires_in: number }> {
    const token = accessToken()
    const now = microseconds()
    await db.write(async (tx) => {
      await tx.run('DELETE FROM local_token WHERE expires < $1', [now])
      await tx.run('INSERT INTO local_token (hash, email_normalized, expires) VALUES ($1, $2, $3)', [
        hashToken(token),
        normalized,
        now + expiresIn * 1e6,
      ])
    })
    return { access_token: token, expires_in: expiresIn }
  }

  return {
    type: 'local',
    describe: async () => ({
      type: 'local',
      name: 'Waypost',
      authorize_url: '/provider/local',
      client_id: 'waypost',
      sign_up: await maySignUp(db, signUp),
    }),
    async identify(token) {
      const used = await db.write(async (tx) => {
        const row = await tx.one<{ email_normalized: string; expires: number }>('SELECT * FROM local_token WHERE hash = $1', [
          hashToken(token),
        ])
        // Of two that come at once, one deletes it.
        return (await tx.run('DELETE FROM local_token WHERE hash = $1', [hashToken(token)])) === 1 ? row : undefined
      })
      if (!used || used.expires < microseconds()) return undefined
      const person = await find(used.email_normalized)
      if (!person) return undefined
      return { subject: person.email_normalized, email: person.email, name: person.name ?? '' }
    },
    async forget(tx, subject) {
      await tx.run('DELETE FROM local_identity WHERE email_normalized = $1', [subject])
      await tx.run('DELETE FROM local_token WHERE email_normalized = $1', [subject])
    },
    calls: [
      handle(localSignUp, async ({ email, password, name }, { address }) => {
        signUps.take(addressKey(address))
        const normalized = normalizeEmail(email)
        if (!(await mayJoin(db, signUp, normalized))) throw new Refusal('sign_up_closed')
        if (await find(normalized)) throw new Refusal('email_taken')
        const passwordHash = await hash(password, passwordCost)
        await db.write(async (tx) => {
          const added = await tx.run(
            `INSERT INTO local_identity (email_normalized, email, password_hash, name, created) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (email_normalized) DO NOTHING`,
            [normalized, email, passwordHash, name ?? null, microseconds()],
          )
          if (added === 0) throw new Refusal('email_taken')
        })
        return handOut(normalized)
      }),
      handle(localSignIn, async ({ email, password }, { address }) => {
        const normalized = normalizeEmail(email)
        const from = addressKey(address)
        fromAddress.take(from)
        forAccount.take(normalized)
        const person = await find(normalized)
        const right = await verify(person?.password_hash ?? (await nobody), password)
        if (!person || !right) throw new Refusal('sign_in_failed')
        // Counted before it was known to be right, so that many at once cannot all be tried.
        fromAddress.giveBack(from)
        forAccount.giveBack(normalized)
        return handOut(normalized)
      }),
    ],
  }
}

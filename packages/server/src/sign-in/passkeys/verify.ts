import { randomBytes } from 'node:crypto'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { type NewPasskey, type PasskeyProof, Refusal } from '@waypost/protocol'
import type { Db, Writer } from '../../db/db.ts'
import type { Settings } from '../../settings/settings.ts'
import { findPasskey, insertChallenge, type PasskeyRow, passkeyMilliseconds, savePasskeyUse, takeChallenge } from './rows.ts'

/** EdDSA, ES256 and RS256 (COSE), which current authenticators use. */
const algorithms = [-8, -7, -257]

/** Loading the library takes time and memory, and a server without passkeys never needs it. */
const library = () => import('@simplewebauthn/server')

interface PasskeyDeps {
  db: Db
  origin(): string
  serverName(): string
}

/** The part of the dependencies that the checks need. */
export const passkeyDeps = ({
  db,
  origin,
  settings,
}: Pick<PasskeyDeps, 'db' | 'origin'> & { settings: Settings }): PasskeyDeps => ({
  db,
  origin,
  serverName: () => settings.now.name,
})

type VerifiedPasskey = Pick<PasskeyRow, 'credential' | 'public_key' | 'counter' | 'transports'>

type Asked = Parameters<typeof insertChallenge>[2]

interface Person {
  email: string
  name: string | undefined
  handle: string
  /** Their existing passkeys: the same authenticator won't create a second one. */
  known: readonly PasskeyRow[]
}

const credentialOf = ({ credential, transports }: PasskeyRow) => ({
  id: credential,
  transports: transports.split(' ').filter(Boolean) as AuthenticatorTransport[],
})

/** The id by which an authenticator knows a person: random, because it may show it to anyone who holds it. */
export const newHandle = (): string => randomBytes(32).toString('base64url')

/** The options with which a browser creates a passkey. Every passkey is discoverable and verifies its user: it suffices to sign in. */
export async function askForNew(
  { db, origin, serverName }: PasskeyDeps,
  person: Person,
  asked: Asked,
): Promise<{ options: Record<string, unknown> }> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: serverName(),
    rpID: new URL(origin()).hostname,
    userName: person.email,
    userDisplayName: person.name || person.email,
    userID: new Uint8Array(Buffer.from(person.handle, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: person.known.map(credentialOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: passkeyMilliseconds,
  })
  await db.write((tx) => insertChallenge(tx, options.challenge, asked))
  return { options: { ...options } }
}

/** The options with which a browser signs with a passkey, one of `known` or, without them, any that it has for this server. */
export async function askForProof(
  { db, origin }: PasskeyDeps,
  asked: Asked,
  known: readonly PasskeyRow[] = [],
): Promise<{ options: Record<string, unknown> }> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin()).hostname,
    allowCredentials: known.map(credentialOf),
    userVerification: 'required',
    timeout: passkeyMilliseconds,
  })
  await db.write((tx) => insertChallenge(tx, options.challenge, asked))
  return { options: { ...options } }
}

function challengeIn({ response }: NewPasskey | PasskeyProof): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Consumes the challenge of a response. @throws Refusal `passkey_failed` */
async function spend({ db }: PasskeyDeps, response: NewPasskey | PasskeyProof, asked: Omit<Asked, 'payload'>) {
  const challenge = challengeIn(response)
  const taken = challenge === undefined ? undefined : await db.write((tx) => takeChallenge(tx, challenge, asked))
  if (challenge === undefined || !taken) throw new Refusal('passkey_failed')
  return { challenge, payload: taken.payload }
}

/** Verifies a new passkey. @returns the passkey, with the payload of the challenge @throws Refusal `passkey_failed` */
export async function verifyNew(
  deps: PasskeyDeps,
  response: NewPasskey,
  asked: Omit<Asked, 'payload'>,
): Promise<{ passkey: VerifiedPasskey; payload: unknown }> {
  const { challenge, payload } = await spend(deps, response, asked)
  const { verifyRegistrationResponse } = await library()
  const origin = deps.origin()
  const verified = await refusing(() =>
    verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified.registrationInfo) throw new Refusal('passkey_failed')
  const { credential } = verified.registrationInfo
  return {
    passkey: {
      credential: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(' '),
    },
    payload,
  }
}

/** Verifies a passkey's signature, and records its use in one write with `work`. @throws Refusal `passkey_unknown`, `passkey_failed` */
export async function verifyProof<T>(
  deps: PasskeyDeps,
  response: PasskeyProof,
  asked: Omit<Asked, 'payload'>,
  work: (tx: Writer, passkey: PasskeyRow) => Promise<T>,
): Promise<T> {
  const { challenge } = await spend(deps, response, asked)
  const known = await findPasskey(deps.db, response.id)
  if (!known || (asked.account !== undefined && known.account !== asked.account)) throw new Refusal('passkey_unknown')
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== known.user_handle) throw new Refusal('passkey_failed')
  const { verifyAuthenticationResponse } = await library()
  const origin = deps.origin()
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: {
        ...credentialOf(known),
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: Number(known.counter),
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new Refusal('passkey_failed')
  return deps.db.write(async (tx) => {
    if (!(await savePasskeyUse(tx, known.iden, authenticationInfo.newCounter))) throw new Refusal('passkey_failed')
    return work(tx, known)
  })
}

/** The library throws plain errors for all invalid responses. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw new Refusal('passkey_failed', undefined, { cause })
  }
}

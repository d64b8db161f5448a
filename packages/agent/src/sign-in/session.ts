// Opens sessions for the commands and the companion, with the sign-ins of this machine.

import { setTimeout as wait } from 'node:timers/promises'
import { inMemoryStore, type KeyValueStore, openSession, type Session } from '@waypost/client'
import { encryptionKeyName } from '@waypost/client/session/encryption'
import { isPassing, Refusal, retryIn } from '@waypost/protocol'
import manifest from '../../package.json' with { type: 'json' }
import { type SignIn, signInAt } from '../settings/settings.ts'
import { UserError } from '../user-error.ts'

interface SignedIn {
  session: Session
  signIn: SignIn
}

/** Calls `work` with a session at a server, or at the one signed in to last. @throws UserError */
export async function withSignedInSession<T>(server: string | undefined, work: (signedIn: SignedIn) => Promise<T>): Promise<T> {
  const signIn = signInAt(server)
  try {
    return await withSession(signIn, (session) => work({ session, signIn }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_access_token') throw error
    throw new UserError(`${error.message} Run: waypost login --server ${signIn.server}`)
  }
}

/** Calls `work` with a session that stores nothing, and closes it. @throws UserError when the server cannot be reached, Refusal */
export async function withSession<T>(
  { server, token, device, key }: Pick<SignIn, 'server' | 'token' | 'device' | 'key'>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = openSession({
    origin: server,
    token,
    saved: savedWithKey(key),
    agent: `waypost-cli/${manifest.version}`,
    ...(device === undefined ? {} : { sourceDevice: () => device }),
  })
  try {
    return await work(session)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'network') throw new UserError(unreachable(server))
    throw error
  } finally {
    session.close()
  }
}

function savedWithKey(key: string | undefined): KeyValueStore {
  const saved = inMemoryStore()
  if (key !== undefined) saved.write(encryptionKeyName, key)
  return saved
}

/** The longest pause between attempts to reach a server, in milliseconds. */
const maxPause = 10_000

/** Starts a session, and retries while the server cannot be reached, which is logged once. @throws Refusal */
export function startSessionWithRetry(
  session: Session,
  server: string,
  ended: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const start = async () => {
    await session.start()
    const state = session.$state.get()
    // The server's message, where the client has replaced it.
    if (typeof state !== 'string')
      throw state.failed.cause instanceof Refusal && !isPassing(state.failed) ? state.failed.cause : state.failed
  }
  return retryWhileUnreachable(start, server, ended, say)
}

/**
 * Calls `work`, and retries while the server cannot be reached, which is logged once. Resolves without success when `ended` is aborted.
 * @throws Refusal
 */
export async function retryWhileUnreachable(
  work: () => Promise<void>,
  server: string,
  ended: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  for (let pause = 1_000; !ended.aborted; pause = Math.min(maxPause, pause * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || !isPassing(error)) throw error
      if (pause === 1_000) say(`${unreachable(server)} Trying again.`)
      await wait(retryIn(error, pause), undefined, { signal: ended }).catch(() => {})
    }
  }
}

const unreachable = (server: string): string => `Could not connect to server at ${server}.`

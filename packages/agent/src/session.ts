import { type Client, openClient, savedInMemory } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import manifest from '../package.json' with { type: 'json' }
import { Failed } from './failed.ts'
import { type SignIn, signInAt } from './settings.ts'

/** A client, and whose it is. */
export interface Session {
  client: Client
  signIn: SignIn
}

/** Does something as whoever is signed in, at a server or at the latest one. @throws Failed */
export async function asSignedIn<T>(server: string | undefined, work: (session: Session) => Promise<T>): Promise<T> {
  const signIn = signInAt(server)
  try {
    return await withClient(signIn, (client) => work({ client, signIn }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_access_token') throw error
    throw new Failed(`${error.message} Run: waypost login --server ${signIn.server}`)
  }
}

/** Does something with a client that keeps nothing, and closes it. @throws Failed when there was no way to the server, Refusal */
export async function withClient<T>(
  { server, token, device }: Pick<SignIn, 'server' | 'token' | 'device'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = openClient({
    origin: server,
    token,
    saved: savedInMemory(),
    agent: `waypost-cli/${manifest.version}`,
    ...(device === undefined ? {} : { sourceDevice: device }),
  })
  try {
    return await work(client)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'network') throw new Failed(unreachable(server))
    throw error
  } finally {
    client.close()
  }
}

export const unreachable = (server: string): string => `Could not connect to server at ${server}.`

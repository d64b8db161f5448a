import { expect, vi } from 'vitest'
import { logsOf, output, podman } from './podman.ts'

/** Milliseconds within which a container must become healthy on a busy machine. */
const patience = 60_000

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

/** Sends a request, with a JSON body if there is one. */
export async function call(
  origin: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(origin + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: token === undefined ? {} : { 'access-token': token },
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** Signs up and in; returns the token. */
export async function signUp(origin: string, email: string, invite?: string): Promise<string> {
  const secret = invite === undefined ? {} : { invite }
  const granted = await call(origin, '/provider/local/sign-up', undefined, { email, password: 'lamp river seventeen', ...secret })
  expect(granted).toMatchObject({ status: 200 })
  const { access_token } = granted.body
  const signedIn = await call(origin, '/v2/authenticate', undefined, { type: 'local', access_token, ...secret })
  expect(signedIn).toMatchObject({ status: 200 })
  return signedIn.body.api_key
}

/** Sends a note to oneself. */
export const sendNote = (origin: string, token: string, body: string) =>
  call(origin, '/v2/pushes', token, { type: 'note', body, guid: crypto.randomUUID() })

/** Resolves once the container's own health check passes. */
export async function healthy(container: string): Promise<void> {
  // The check exits with 1 until then.
  await vi
    .waitFor(() => podman('healthcheck', 'run', container), { timeout: patience, interval: 200 })
    .catch(async (error) => {
      throw new Error(`${container} is not healthy. It says:\n${await logsOf(container)}`, { cause: error })
    })
}

/** A field of `podman inspect` for a container. */
export const inspect = (container: string, field: string) => podman('inspect', '--format', `{{${field}}}`, container)

/** The address of a container in one of its networks, reachable from this machine. */
export async function originOf(container: string): Promise<string> {
  const networks = JSON.parse(await inspect(container, 'json .NetworkSettings.Networks'))
  const [first] = Object.values(networks) as { IPAddress: string }[]
  return `http://${first?.IPAddress}:4280`
}

/** The origin at which a port of the container is published on this machine. */
export async function publishedOrigin(container: string): Promise<string> {
  return `http://${await podman('port', container, '4280/tcp')}`
}

/** Runs podman-compose on a compose file as it is shipped. */
export const compose = (file: string, ...args: string[]) => output('podman-compose', '--file', file, ...args)

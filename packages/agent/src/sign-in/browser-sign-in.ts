import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { desktopPort } from '@waypost/protocol'
import { UserError } from '../user-error.ts'

/** A sign-in in the browser: the page `/desktop_auth` sends the token to a local port. */
export interface BrowserSignIn<T> {
  readonly port: number
  /** A secret that the browser returns, so that no other page can send a token. */
  readonly state: string
  /** The result of `take`. Rejects with its error, or with UserError when no token arrives in time. */
  readonly result: Promise<T>
  close(): void
}

interface BrowserSignInOptions<T> {
  /** Checks the token from the browser. */
  take(key: string): Promise<T>
  port?: number
  /** In milliseconds. */
  timeout?: number
}

/** Browsers resolve `localhost` to either address, so we listen on both. */
const addresses = ['127.0.0.1', '::1']
/** How long the browser may take to load the last page, in milliseconds. */
const lastPage = 3_000

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
}

/** Listens for a token. @throws UserError when another program uses the port */
export async function startBrowserSignIn<T>({
  take,
  port = desktopPort,
  timeout = 5 * 60_000,
}: BrowserSignInOptions<T>): Promise<BrowserSignIn<T>> {
  const state = randomBytes(32).toString('base64url')
  const { promise: shown, resolve: show } = Promise.withResolvers<void>()
  const { promise: taken, resolve: settle, reject: giveUp } = Promise.withResolvers<T>()
  let outcome: Promise<T> | undefined
  const servers = await listen(port, (request, response) => void answer(request, response))
  const heard = portOf(servers) ?? port
  const hosts = [`localhost:${heard}`, `127.0.0.1:${heard}`]

  const waiting = setTimeout(() => giveUp(new UserError(`No one signed in within ${timeout / 60_000} minutes.`)), timeout)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = (status: number, sentence: string) => response.writeHead(status, headers).end(html(sentence))
    // A request under another host name comes from another site's page.
    if (!hosts.includes(request.headers.host ?? '')) return void page(403, 'This address is for this computer alone.')
    if (request.method !== 'GET') return void page(405, 'There is nothing here.')
    const [path, query] = (request.url ?? '').split('?', 2)
    if (path === '/done' && outcome) return done(outcome, response, page)
    const values = new URLSearchParams(query)
    const key = values.get('api_key')
    if (path !== '/' || !key) return void page(404, 'There is nothing here.')
    // Keep waiting: otherwise any page could end the sign-in.
    if (!equal(values.get('state') ?? '', state)) return void page(403, 'This sign-in was not asked for here. Run: waypost login')
    if (!outcome) begin(key)
    // The redirect removes the token from the address bar and the history.
    response.writeHead(303, { ...headers, Location: '/done' }).end()
  }

  function begin(key: string): void {
    clearTimeout(waiting)
    outcome = take(key)
    outcome.then(settle, giveUp)
  }

  async function done(outcome: Promise<T>, response: ServerResponse, page: (status: number, sentence: string) => unknown) {
    response.on('close', show)
    try {
      await outcome
      page(200, 'You are signed in. You can close this window.')
    } catch {
      page(502, 'The sign-in failed. The window in which you ran waypost says why.')
    }
  }

  async function result(): Promise<T> {
    try {
      return await taken
    } finally {
      // Closing at once would leave the browser with an error page, and waiting without a limit could take forever.
      if (outcome) await Promise.race([shown, after(lastPage)])
      close()
    }
  }

  function close(): void {
    clearTimeout(waiting)
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  return { port: heard, state, result: result(), close }
}

async function listen(port: number, handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server[]> {
  const servers: Server[] = []
  for (const address of addresses) {
    const server = createServer(handle)
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(portOf(servers) ?? port, address, resolve)
      })
      servers.push(server)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const without = address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
      if (without) continue
      for (const each of servers) each.close()
      // Even if only the second address is taken: the other program would get the token.
      if (code === 'EADDRINUSE')
        throw new UserError(`Port ${port} is in use by another program, so the browser cannot reach this one.`)
      throw new UserError(`Port ${port} cannot be opened (${code}).`)
    }
  }
  return servers
}

function portOf([server]: readonly Server[]): number | undefined {
  return (server?.address() as AddressInfo | undefined)?.port
}

/** Compares in constant time, independent of the texts and their lengths. */
function equal(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function html(sentence: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Waypost</title>
<h1>Waypost</h1>
<p>${sentence}</p>
`
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}

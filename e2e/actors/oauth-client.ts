// Gives a story an app on its own site that asks accounts for access through OAuth.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestServer } from '@waypost/server/test-server'
import { type Actor, test as base, button, expect, type Page } from './actors.ts'

interface ThirdParty {
  readonly site: string
  readonly redirect_uri: string
  readonly client: Record<string, string>
  /** Exchanges a code for a token, with what it adds to the request. @returns the response */
  exchange(code: unknown, more?: object): ReturnType<TestServer['request']>
  /** The address of the consent page. */
  authorize(more?: Record<string, string>): string
  /** The parameters returned, in queries, and in hashes forwarded by its page. */
  readonly came: Record<string, string>[]
}

// The consent page.
export const approve = (page: Page) => button(page, 'Approve')
export const deny = (page: Page) => button(page, 'Deny')
export const trouble = (page: Page) => page.getByRole('main').getByRole('alert')

/** Approves once the buttons are enabled. */
export async function press(page: Page): Promise<void> {
  await expect(approve(page)).not.toHaveAttribute('aria-disabled')
  await approve(page).click()
}

export const grantsOf = async (actor: Actor) => (await actor.call('/v2/grants?active=true')).body.grants

interface Parties {
  thirdParty(developer: Actor, fields?: Record<string, string | undefined>): Promise<ThirdParty>
}

/** The page at the redirect URI. It forwards the hash, which only the browser sees. */
const page = `<!doctype html><html lang="en"><title>Lamp</title><h1>Welcome to Lamp</h1><script>
  if (location.hash) fetch('/hash?' + location.hash.slice(1)).then(() => document.body.append('token received'))
</script></html>`

export const test = base.extend<Parties>({
  thirdParty: async ({ server }, use) => {
    const servers: Server[] = []
    await use(async (developer, fields = {}) => {
      const came: Record<string, string>[] = []
      const own = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
        if (searchParams.size > 0) came.push({ at: pathname, ...Object.fromEntries(searchParams) })
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(page)
      })
      servers.push(own)
      await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
      const site = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
      const { status, body: client } = await developer.call('/v2/clients', {
        name: 'Lamp',
        website_url: 'https://www.lamp.example.org/about',
        image_url: `${server.origin}/icon.svg`,
        redirect_uri: `${site}/back?room=kitchen`,
        ...fields,
      })
      if (status !== 200) throw new Error(`The client was not registered: ${JSON.stringify(client)}`)
      const authorize = (more: Record<string, string> = {}) =>
        `/authorize?${new URLSearchParams({ client_id: client.client_id, ...more })}`
      const exchange = (code: unknown, more: object = {}) => {
        const { client_id, client_secret } = client
        return server.request('/oauth2/token', {
          body: { grant_type: 'authorization_code', client_id, client_secret, code, ...more },
        })
      }
      return { site, redirect_uri: client.redirect_uri, client, authorize, exchange, came }
    })
    for (const own of servers) {
      own.closeAllConnections()
      own.close()
    }
  },
})

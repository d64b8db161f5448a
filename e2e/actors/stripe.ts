import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BrowserContext } from '@playwright/test'

/** A stand-in for Stripe's API, sufficient for one purchase. */
export async function startStripe() {
  const customers: string[] = []
  const end = Math.round(Date.now() / 1_000) + 30 * 24 * 60 * 60
  const answers: Record<string, object> = {
    '/v1/products': { id: 'waypost-pro', object: 'product' },
    '/v1/customers': { id: 'cus_1', object: 'customer' },
    '/v1/subscriptions': {
      id: 'sub_1',
      object: 'subscription',
      status: 'active',
      items: { object: 'list', data: [{ id: 'si_1', current_period_end: end }] },
    },
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/v1/customers') customers.push(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The bodies of the requests that create customers. */
    customers,
    /** Serves the part of `js.stripe.com` that a card field needs; the page's policy must allow it. */
    script: (context: BrowserContext) =>
      context.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: script })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const script = `window.Stripe = (key) => ({
  elements: () => ({
    create() {
      const input = document.createElement('input')
      input.setAttribute('aria-label', 'Card number')
      return { input, mount: (place) => place.replaceChildren(input), destroy: () => input.remove() }
    },
  }),
  createToken: async ({ input }) =>
    key === 'pk_test_1' && input.value.startsWith('4242')
      ? { token: { id: 'tok_visa1' } }
      : { error: { message: 'Your card number is wrong.' } },
})`

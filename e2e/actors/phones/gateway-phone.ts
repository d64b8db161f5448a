// Plays a phone with the app SMS Gateway for Android, which talks to the server directly.

import { createHmac, randomUUID } from 'node:crypto'
import { expect, type Page } from '../actors.ts'

interface GivenText {
  id: string
  textMessage: { text: string }
  phoneNumbers: string[]
}

interface GatewayPhone {
  readonly device: string
  /** Keeps the server's stream open, over which the phone answers pings. */
  listens(): Promise<void>
  /** Waits until exactly these texts are queued for it to send. */
  given(...bodies: string[]): Promise<GivenText[]>
  says(text: GivenText, state: 'Sent' | 'Failed', error?: string): Promise<void>
  receives(sender: string, message: string): Promise<void>
}

/** Signs a phone in with an address and a six-digit code, as its owner types them. @throws Error if it is refused */
export async function signInGateway(address: string, code: string, name = 'Google/Pixel'): Promise<GatewayPhone> {
  let authorization = `Code ${code}`
  async function request(path: string, method = 'GET', body?: unknown) {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(address + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const { id, token } = await request('/device', 'POST', { name, pushToken: null, simCards: [] })
  authorization = `Bearer ${token}`
  return {
    device: id,
    async listens() {
      const { body } = await fetch(`${address}/events`, { headers: { authorization, accept: 'text/event-stream' } })
      const reader = body?.getReader()
      const read = async (): Promise<void> => {
        for (;;) if (!reader || (await reader.read()).done) return
      }
      // It ends along with the server.
      void read().catch(() => {})
    },
    async given(...bodies) {
      let texts: GivenText[] = []
      await expect(async () => {
        texts = await request('/message')
        expect(texts.map(({ textMessage }) => textMessage.text)).toEqual(bodies)
      }).toPass()
      return texts
    },
    async says({ id, phoneNumbers }, state, error) {
      const recipients = phoneNumbers.map((phoneNumber) => ({ phoneNumber, state, error: error ?? null }))
      await request('/message', 'PATCH', [{ id, state, recipients, states: { [state]: new Date().toISOString() } }])
    },
    async receives(sender, message) {
      const [{ url }] = await request('/webhooks')
      const { webhooks } = await request('/settings')
      const at = String(Math.floor(Date.now() / 1_000))
      const payload = { messageId: randomUUID(), sender, phoneNumber: sender, message, receivedAt: new Date().toISOString() }
      const body = JSON.stringify({ id: randomUUID(), webhookId: 'waypost', event: 'sms:received', deviceId: id, payload })
      const signature = createHmac('sha256', webhooks.signing_key)
        .update(body + at)
        .digest('hex')
      const headers = { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': at }
      expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true)
    },
  }
}

/** The address and the code shown on a page. */
export async function shownCode(page: Page): Promise<{ address: string; code: string }> {
  const digits = page.locator('[data-code]')
  await expect(digits).toHaveText(/^\d{6}$/)
  const address = page.locator('code').filter({ hasText: '/v3/sms/' })
  return { address: (await address.textContent()) ?? '', code: (await digits.textContent()) ?? '' }
}

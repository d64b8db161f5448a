// Stands in for the app SMS Gateway for Android, modelled on its `GatewayApi.kt`, `SSEManager.kt` and `WebHooksService.kt`.

import { createHmac, randomUUID } from 'node:crypto'

interface GivenText {
  id: string
  textMessage: { text: string }
  phoneNumbers: string[]
  validUntil: string
  createdAt: string
  state: 'Pending' | 'Cancelling'
}

/** A phone with the app, configured with an account's address. */
export class GatewayApp {
  readonly address: string
  token = ''
  id = ''
  login = ''
  password = ''
  /** The events of the stream, as `[event, data]`, that were not taken yet. */
  readonly events: [string, string][] = []
  /** The texts that it has received, by id: it sends none twice. */
  readonly taken = new Map<string, GivenText>()
  #stream: AbortController | undefined
  #heard: (() => void) | undefined
  #signingKey = 'its own key'
  #hooks: { event: string; url: string }[] = []

  constructor(address: string) {
    this.address = address
  }

  request(
    path: string,
    { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    return fetch(this.address + path, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  async register(code: string, name = 'Google/redfin'): Promise<number> {
    return this.#register(`Code ${code}`, name)
  }

  /** Registers with the login and password of another phone. @returns the status */
  async registerBeside(other: GatewayApp): Promise<number> {
    return this.#register(`Basic ${Buffer.from(`${other.login}:${other.password}`).toString('base64')}`, 'Fairphone/FP5')
  }

  async #register(authorization: string, name: string): Promise<number> {
    const response = await this.request('/device', {
      method: 'POST',
      headers: { authorization },
      body: { name, pushToken: null, simCards: [{ slotIndex: 0, simNumber: 1, phoneNumber: '****0100' }] },
    })
    if (response.ok) Object.assign(this, await response.json())
    return response.status
  }

  async listen(): Promise<void> {
    this.#stream = new AbortController()
    const response = await this.request('/events', { headers: { accept: 'text/event-stream' } })
    if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`)
    void this.#read(response.body, this.#stream.signal).catch(() => {})
    await this.update()
  }

  async #read(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>
    signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = text.slice(0, end)
        text = text.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
        const [event, data] = [field('event'), field('data')]
        if (event !== undefined && data !== undefined) this.events.push([event, data])
        this.#heard?.()
      }
    }
  }

  async heard(event: string): Promise<string> {
    for (;;) {
      const at = this.events.findIndex(([name]) => name === event)
      if (at >= 0) return this.events.splice(at, 1)[0]?.[1] ?? ''
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    }
  }

  leave(): void {
    this.#stream?.abort()
  }

  /** Fetches the addresses for events and the settings. */
  async update(): Promise<void> {
    this.#hooks = (await (await this.request('/webhooks')).json()) as { event: string; url: string }[]
    const { webhooks } = (await (await this.request('/settings')).json()) as { webhooks: { signing_key: string } }
    this.#signingKey = webhooks.signing_key
  }

  /** Fetches the waiting texts. @returns those that are new to it */
  async pull(order: 'fifo' | 'lifo' = 'fifo'): Promise<GivenText[]> {
    const texts = (await (await this.request(`/message?order=${order}`)).json()) as GivenText[]
    const fresh = texts.filter(({ id, state }) => state === 'Pending' && !this.taken.has(id))
    for (const text of fresh) this.taken.set(text.id, text)
    return fresh
  }

  async report(state: string, ids: readonly string[], error: string | null = null): Promise<number> {
    const body = ids.map((id) => ({
      id,
      state,
      recipients: (this.taken.get(id)?.phoneNumbers ?? ['+15550100']).map((phoneNumber) => ({ phoneNumber, state, error })),
      states: { [state]: new Date().toISOString() },
    }))
    return (await this.request('/message', { method: 'PATCH', body })).status
  }

  async post(
    event: string,
    payload: object,
    {
      id = randomUUID(),
      key = this.#signingKey,
      at = Math.floor(Date.now() / 1_000),
    }: { id?: string; key?: string; at?: number } = {},
  ): Promise<number> {
    const url = this.#hooks.find((hook) => hook.event === event)?.url ?? this.#hooks[0]?.url ?? ''
    const body = JSON.stringify({ id, webhookId: 'waypost', event, deviceId: this.id, payload })
    const signature = createHmac('sha256', key)
      .update(body + at)
      .digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': String(at) }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }

  receive(sender: string, message: string, more: { id?: string; key?: string; at?: number } = {}): Promise<number> {
    const receivedAt = new Date().toISOString().replace('Z', '+00:00')
    const payload = { messageId: 'a1b2', sender, recipient: null, simNumber: 1, phoneNumber: sender, message, receivedAt }
    return this.post('sms:received', payload, more)
  }
}

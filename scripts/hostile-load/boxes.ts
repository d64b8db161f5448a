// Accounts with boxes full of rows that are slow to read, search, list and delete, made through the API.

import { devicesPerAccount, preferencesBytes } from '@waypost/protocol'
import { filled, worstTexts } from './worst-texts.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

/** An account, and one object of each kind that it has. */
export interface Box {
  email: string
  password: string
  token: string
  /** Idens by the path segment of their calls, such as `devices`. */
  idens: Record<string, string>
  /** Good values by field name. */
  values: Record<string, unknown>
}

export interface Boxes {
  admin: Box
  /** Has a lot of everything. */
  full: Box
  /** Writes to `full`, and has channels that it follows. */
  friend: Box
  /** The tokens of a source of `full`, with templates. */
  source: { ntfy_token: string; gotify_token: string }
  /** A phone of `friend` with SMS Gateway: its address as a path, its token, the path it posts to, and its signing key. */
  gateway: { path: string; token: string; hook: string; key: string }
  /** An empty account, for calls that end an account or its token. */
  spare(): Promise<Box>
  /** Gives a box a new token to replace one that a call has ended; none if earlier calls have changed how it signs in. */
  signInAgain(box: Box): Promise<void>
}

/** Concurrent requests. */
const width = 24
const password = 'correct horse battery'
const many = (count: number, of: (index: number) => object) => Array.from({ length: count }, (_, index) => of(index))
const marks = (length: number, index: number) => `${index}${filled('a\u0301\u0316\u0327\u05b0', length - 6)}`

/** Fills the server at an origin. */
export async function fillBoxes(origin: string): Promise<Boxes> {
  const requests = openRequests(origin)
  const admin = await requests.account('first@example.org')
  const [full, friend] = await Promise.all([requests.account('full@example.org'), requests.account('friend@example.org')])
  let spares = 0

  const { device, client, channel, subscription, contact, chat, block } = await addTargets(requests, full, friend)
  const { upload, text } = await addContents(requests, full, friend, { device: device.iden, client: client.client_id })
  const push = await addPushes(requests, full, friend, device.iden)
  const { grants } = await requests.ask('/v2/grants', full.token)
  const { read_markers: markers } = await requests.ask('/v2/read_markers', full.token)

  Object.assign(full.idens, {
    devices: device.iden,
    clients: client.iden,
    channels: channel.iden,
    subscriptions: subscription.iden,
    contacts: contact.iden,
    chats: chat.iden,
    blocks: block.iden,
    texts: text.iden,
    pushes: push.iden,
    grants: grants[0]?.iden,
    read_markers: markers?.[0]?.iden,
  })
  Object.assign(full.values, {
    device_iden: device.iden,
    client_id: client.client_id,
    id: upload.id,
    tag: 'full-0',
    tags: many(50, (index) => ({ tag: `full-${index}` }))
      .map((each) => (each as { tag: string }).tag)
      .join(','),
    channel_tag: 'friend-1',
    key: 'large',
    conversation: 'email:friend@example.org',
    conversations: ['self', 'email:friend@example.org', `channel:${channel.iden}`],
  })
  const { ntfy_token, gotify_token } = await requests.ask('/v2/sources', full.token, {
    name: marks(1_000, 0),
    webhook: { title: '{{ payload | json }}', body: '{% for each in payload %}{{ each | json }}{% endfor %}' },
  })
  return {
    admin,
    full,
    friend,
    source: { ntfy_token, gotify_token },
    gateway: await gatewayPhone(origin, await requests.ask('/v3/sms-gateway-code', friend.token, {})),
    spare: () => requests.account(`spare-${spares++}@example.org`),
    async signInAgain(box) {
      const body = JSON.stringify({ email: box.email, password })
      const response = await fetch(`${origin}/provider/local/sign-in`, { method: 'POST', body })
      if (!response.ok) return
      const { access_token } = (await response.json()) as Json
      box.token = (await requests.authenticate(access_token)).api_key
    },
  }
}

type Requests = ReturnType<typeof openRequests>

function openRequests(origin: string) {
  const ask = async (path: string, token?: string, body?: object): Promise<Json> => {
    const response = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { 'access-token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Json
    // As much as the server takes: texts refused for their size cannot do harm.
    if (response.status >= 400 && response.status !== 413) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  /** Sends many bodies to one address and returns the first answer. */
  const all = async (path: string, { token }: Box, bodies: readonly object[]): Promise<Json> => {
    const [first, ...rest] = bodies
    const answer = await ask(path, token, first)
    await Promise.all(
      Array.from({ length: width }, async () => {
        for (let body = rest.pop(); body; body = rest.pop()) await ask(path, token, body)
      }),
    )
    return answer
  }
  const authenticate = (access_token: string) => ask('/v2/authenticate', undefined, { type: 'local', access_token })
  const account = async (email: string): Promise<Box> => {
    const { access_token } = await ask('/provider/local/sign-up', undefined, { email, password, name: 'Ana' })
    const { api_key, iden } = await authenticate(access_token)
    return { email, password, token: api_key, idens: { people: iden }, values: { email } }
  }
  return { ask, all, account, authenticate }
}

async function addTargets({ all }: Requests, full: Box, friend: Box) {
  const device = await all(
    '/v2/devices',
    full,
    many(devicesPerAccount, (index) => ({ nickname: marks(1_000, index), has_sms: true })),
  )
  const client = await all(
    '/v2/clients',
    full,
    many(50, (index) => ({ name: marks(1_000, index), redirect_uri: `https://lamp.example.org/${index}` })),
  )
  const channel = await all(
    '/v2/channels',
    full,
    many(40, (index) => ({
      tag: `full-${index}`,
      name: marks(1_000, index),
      description: filled('lorem ', 10_000),
      subscribe: true,
    })),
  )
  await all(
    '/v2/channels',
    friend,
    many(40, (index) => ({ tag: `friend-${index}`, name: marks(1_000, index), description: marks(10_000, index) })),
  )
  const subscription = await all(
    '/v2/subscriptions',
    full,
    many(40, (index) => ({ channel_tag: `friend-${index}` })),
  )
  await all(
    '/v2/subscriptions',
    friend,
    many(40, (index) => ({ channel_tag: `full-${index}` })),
  )
  const contact = await all(
    '/v2/contacts',
    full,
    many(500, (index) => ({ email: `contact-${index}@example.org`, name: marks(1_000, index) })),
  )
  const chat = await all(
    '/v2/chats',
    full,
    many(150, (index) => ({ email: `contact-${index}${filled('a', 40)}@${filled('a.', 200)}org` })),
  )
  const block = await all(
    '/v2/blocks',
    full,
    many(150, (index) => ({ email: `blocked-${index}@example.org` })),
  )
  return { device, client, channel, subscription, contact, chat, block }
}

/** @param idens of a device and of an app */
async function addContents({ all }: Requests, full: Box, friend: Box, { device, client }: { device: string; client: string }) {
  const upload = await all(
    '/v3/start-upload',
    full,
    many(100, (index) => ({ name: `${index}${filled('\u0301', 400)}.txt`, size: 5 })),
  )
  const text = await all(
    '/v2/texts',
    full,
    many(60, () => ({ data: { target_device_iden: device, addresses: ['+15550100'], message: filled('a\u0301', 1_000) } })),
  )
  await all(
    '/v2/drafts',
    full,
    many(100, (index) => ({ conversation: `email:contact-${index}@example.org`, body: filled('lorem ', 19_000), writer: 'a' })),
  )
  await all(
    '/v3/set-permanent',
    full,
    many(6, (index) => ({ key: `key-${index}`, data: { text: filled('a\u0301', 500_000) } })),
  )
  const large = { list: Array(45_000).fill([filled('a\u0301', 100)]) }
  await all('/v3/set-permanent', full, [{ key: 'large', data: large }])
  // Included in every response about the account.
  const preferences = { text: filled('a\u0301', preferencesBytes / 3 - 100) }
  await all('/v3/set-permanent', full, [{ key: 'web_preferences', data: preferences }])
  await all(
    '/v3/create-access-token',
    full,
    many(60, (index) => ({ name: marks(90, index), scope: 'push:write' })),
  )
  await all('/oauth2/authorize', full, [{ client_id: client }])
  await all(
    '/v2/error-report',
    friend,
    many(40, (index) => ({ reply_to: 'a@example.org', subject: marks(900, index), body: filled('lorem ', 60_000) })),
  )
  return { upload, text }
}

/** @param device an iden */
async function addPushes({ all }: Requests, full: Box, friend: Box, device: string): Promise<Json> {
  const long = Object.values(worstTexts).flatMap((of) => [{ type: 'note', title: of(8_000), body: `a${of(131_000)}` }])
  const lists = many(20, () => ({ type: 'list', title: 'list', items: Array(1_000).fill(filled('lorem ', 120)) }))
  const short = (index: number) => ({
    type: 'link',
    title: marks(200, index),
    body: filled('lorem ', 600),
    url: `https://a.example.org/${index}`,
  })
  const push = await all('/v2/pushes', full, [...many(510, short), ...lists, ...long])
  await all(
    '/v2/pushes',
    full,
    many(150, (index) => ({ ...short(index), email: 'friend@example.org' })),
  )
  await all(
    '/v2/pushes',
    full,
    many(100, (index) => ({ ...short(index), device_iden: device })),
  )
  await all(
    '/v2/pushes',
    friend,
    [...many(150, short), ...long].map((each) => ({ ...each, email: 'full@example.org' })),
  )
  await all(
    '/v2/pushes',
    full,
    [...many(100, short), ...long].map((each) => ({ ...each, channel_tag: 'full-0' })),
  )
  await all(
    '/v2/pushes',
    full,
    many(50, (index) => ({ ...short(index), send_at: Date.now() / 1_000 + 90_000 })),
  )
  return push
}

async function gatewayPhone(origin: string, { address, code }: { address: string; code: string }): Promise<Boxes['gateway']> {
  const { pathname: path } = new URL(address)
  const ask = async (rest: string, authorization: string, body?: object): Promise<Json> => {
    const response = await fetch(origin + path + rest, {
      headers: { authorization },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const { token } = await ask('/device', `Code ${code}`, { name: 'Google/redfin' })
  const [{ url }] = await ask('/webhooks', `Bearer ${token}`)
  const { webhooks } = await ask('/settings', `Bearer ${token}`)
  return { path, token, hook: new URL(url).pathname, key: webhooks.signing_key }
}

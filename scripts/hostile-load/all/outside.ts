// All outgoing requests of this server, answered by malicious servers: feeds, link previews, push services, webhooks, sign-in, email.

import { createECDH, randomBytes } from 'node:crypto'
import type { Box } from '../boxes.ts'
import { answers, type HostileWeb } from './hostile-web.ts'
import type { Sum } from './sums.ts'

/**
 * How long to wait until the other server receives a request, for its response to take effect, and for a call that waits for it, in
 * milliseconds.
 */
const askedWithin = 2_000
const staysFor = 300
const patience = 2_500
/** Concurrent requests, each for a different answer of the same kind. */
const width = 4

/** Makes the server send a request to a URL, including the setup that this needs. */
type Way = (url: string) => Promise<readonly number[]>

/** @param web the malicious servers */
export async function* outside(origin: string, web: HostileWeb, { token }: Box): AsyncGenerator<Sum> {
  const ask = async (path: string, body?: object, by: string | undefined = token) => {
    // Gives up on calls that wait for the other server; the server keeps working on them.
    const given = { status: 0 } as Record<string, unknown> & { status: number }
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined).unref())
    const asked = fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: by === undefined ? {} : { 'access-token': by },
      ...(body && { body: JSON.stringify(body) }),
    })
    asked.catch(() => {})
    const response = await Promise.race([asked, late])
    if (!response) return given
    const found = await response.text()
    const answer = found.startsWith('{') ? (JSON.parse(found) as Record<string, unknown>) : {}
    return { ...answer, status: response.status } as Record<string, unknown> & { status: number }
  }
  const note = { type: 'note', title: 'a', body: 'b' }
  const client = createECDH('prime256v1')
  client.generateKeys()
  const { iden: device } = await ask('/v2/devices', { nickname: 'Browser' })
  let made = 0

  const ways: Record<string, Way> = {
    'link previews': async (url) => [(await ask('/v2/pushes', { type: 'link', url, title: 'a' })).status],
    feeds: async (url) => {
      const { status, iden } = await ask('/v2/channels', { tag: `outside-${++made}`, name: 'a', feed_url: url })
      return [
        (await ask('/v2/channel-feed', { feed_url: url })).status,
        status,
        ...(iden ? [(await ask(`/v2/channels/${iden}`, { name: 'b' })).status] : []),
      ]
    },
    'push services': async (url) => {
      const { status } = await ask('/v3/subscribe-web-push', {
        device_iden: device,
        endpoint: url,
        p256dh: client.getPublicKey().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
        app_guid: randomBytes(8).toString('hex'),
      })
      return [status, (await ask('/v2/pushes', note)).status]
    },
    'outgoing webhooks': async (url) => {
      const { status, iden } = await ask('/v3/outgoing-webhooks', { name: 'a', url, conversation: 'self' })
      const sent = [status, (await ask('/v2/pushes', note)).status]
      await new Promise((resolve) => setTimeout(resolve, staysFor))
      if (iden) await fetch(`${origin}/v3/outgoing-webhooks/${iden}`, { method: 'DELETE', headers: { 'access-token': token } })
      return sent
    },
  }
  for (const [target, way] of Object.entries(ways))
    for (const kind of Object.keys(answers))
      yield {
        target,
        caller: 'the owner',
        what: `an answer of the kind ${kind}`,
        async send() {
          const before = web.asked()
          const statuses = await Promise.all(
            Array.from({ length: width }, (_, index) => way(`${web.origin}/${kind}?${index}-${++made}`)),
          )
          await until(() => web.asked() > before)
          await new Promise((resolve) => setTimeout(resolve, staysFor))
          return statuses.flat()
        },
      }
  for (let turn = 0; turn < 8; turn++)
    yield {
      target: 'email',
      caller: 'a stranger',
      what: `a mail server of the kind ${turn}`,
      async send() {
        const before = web.asked()
        const sent = await Promise.all([
          ask('/v2/pushes', { ...note, email: `nobody-${++made}@example.org` }),
          ask('/provider/local/forgot-password', { email: 'full@example.org' }, undefined),
          ask('/v3/send-invite', { email: `guest-${made}@example.org` }),
        ])
        await until(() => web.asked() > before)
        await new Promise((resolve) => setTimeout(resolve, staysFor))
        return sent.map(({ status }) => status)
      },
    }
  for (const name of ['oidc-slow', 'oidc-endless', 'oidc-head', 'oidc-gzip', 'oidc-loop'])
    yield {
      target: 'OpenID providers',
      caller: 'a stranger',
      what: name,
      async send() {
        const asked = Array.from({ length: width }, () =>
          ask(`/provider/${name}/start`, undefined, undefined).catch(() => ({ status: 0 })),
        )
        const late = new Promise<{ status: number }[]>((resolve) => setTimeout(resolve, askedWithin, []))
        return (await Promise.race([Promise.all(asked), late])).map(({ status }) => status)
      },
    }
}

/** Settings that let a server send requests to the malicious ones. */
export function environmentOf({ origin, smtp }: HostileWeb): Record<string, string> {
  const providers = { SLOW: 'slow', ENDLESS: 'endless', HEAD: 'endless-head', GZIP: 'gzip', LOOP: 'redirects' }
  const oidc = Object.entries(providers).flatMap(([name, kind]) => [
    [`WAYPOST_OIDC_${name}_ISSUER`, `${origin}/${kind}`],
    [`WAYPOST_OIDC_${name}_CLIENT_ID`, 'waypost'],
    [`WAYPOST_OIDC_${name}_CLIENT_SECRET`, 'secret'],
  ])
  return {
    WAYPOST_FETCH_PRIVATE: 'allow',
    WAYPOST_SMTP_URL: smtp,
    WAYPOST_MAIL_FROM: 'a@example.org',
    ...Object.fromEntries(oidc),
  }
}

/** Resolves when the condition holds, or after the maximum wait: not everything that is written causes a request at once. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + askedWithin
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}

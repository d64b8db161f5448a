// The addresses of the SMS Gateway for Android API, with the worst bodies, and events with the largest pictures.

import { createHmac } from 'node:crypto'
import type { Attack, Target } from './attack.ts'
import type { Boxes } from './boxes.ts'
import { worstBodies } from './worst-bodies.ts'
import { filled } from './worst-texts.ts'

const bodyBytes = 262_144
const eventBytes = 6 * 2 ** 20 - 1_000

/** @param boxes the phone belongs to `friend` */
export function gatewayAddresses({ gateway }: Boxes): Target[] {
  const { path, token, hook, key } = gateway
  const authorization = `Bearer ${token}`

  function attack(what: string, method: string, to: string, headers: Record<string, string>, body: Buffer): Attack {
    const request = { method, path: to, headers, body }
    return { what, bytes: body.length, request: () => request }
  }

  function* reporting(): Generator<Attack> {
    for (const { what, headers, bytes } of worstBodies(bodyBytes, 'state'))
      yield attack(what, 'PATCH', `${path}/message`, { ...headers, authorization }, bytes)
    const reports = Array.from({ length: 50 }, (_, id) => ({ id: `${id}`, state: 'Sent', recipients: [] }))
    yield attack('50 reports', 'PATCH', `${path}/message`, { authorization }, Buffer.from(JSON.stringify(reports)))
  }

  /** Signed as the app does. */
  function event(what: string, payload: object): Attack {
    const body = Buffer.from(JSON.stringify({ id: what, event: 'mms:downloaded', payload }))
    const at = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', key).update(body).update(at).digest('hex')
    return attack(what, 'POST', hook, { 'x-signature': signature, 'x-timestamp': at }, body)
  }

  function* arriving(): Generator<Attack> {
    const part = (data: string) => ({ partId: 1, contentType: 'image/jpeg', name: 'a.jpg', size: 1, data })
    yield event('one large picture', { sender: '+1', attachments: [part('A'.repeat(eventBytes))] })
    yield event('many small pictures', { sender: '+1', attachments: Array.from({ length: 20_000 }, () => part('QUJD')) })
    yield event('a long text', { sender: '+1', body: filled('a\u0301', eventBytes / 3) })
    yield event('a long sender', { sender: filled('1', eventBytes) })
    for (const { what, headers, bytes } of worstBodies(bodyBytes, 'payload'))
      yield attack(`unsigned ${what}`, 'POST', hook, headers, bytes)
  }

  return [
    { name: 'PATCH message of SMS Gateway', attacks: reporting },
    { name: 'POST hook of SMS Gateway', attacks: arriving },
  ]
}

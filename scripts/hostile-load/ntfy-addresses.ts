// The addresses of the ntfy API, with the worst parameters in headers and queries, and the worst bodies.

import type { Attack, Target } from './attack.ts'
import type { Boxes } from './boxes.ts'
import type { RawRequest } from './send.ts'
import { worstBodies } from './worst-bodies.ts'
import { filled } from './worst-texts.ts'

const textLength = 60_000
const bodyBytes = 2 ** 19
const topic = 'hostile-load'

const units = [
  'x',
  ' ',
  ',',
  ';',
  '"',
  "'",
  '\\',
  '=?',
  '=?utf-8?q?',
  '=?utf-8?b?YQ==?= ',
  'a=',
  "view,a,'",
  '1h',
  '{{.a}}',
  '[{',
  'at 1 ',
]
const params = [
  'title',
  'message',
  'tags',
  'actions',
  'delay',
  'click',
  'attach',
  'filename',
  'priority',
  'x-sequence-id',
  'template',
  'auth',
]

/** @param boxes the topic belongs to `full` */
export function ntfyAddresses({ full }: Boxes): Target[] {
  const authorization = `Bearer ${full.token}`
  const attack = (what: string, method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Attack => {
    const request: RawRequest = { method, path, headers: { authorization, ...headers }, ...(body && { body }) }
    return { what, bytes: path.length + (body?.length ?? 0) + Object.values(headers).join('').length, request: () => request }
  }
  function* inHeaders(): Generator<Attack> {
    for (const param of params)
      for (const unit of units)
        yield attack(`header ${param}: ${unit}`, 'POST', `/${topic}`, { [param]: filled(unit, textLength) }, Buffer.from('x'))
  }
  function* inQuery(): Generator<Attack> {
    for (const param of params)
      for (const unit of units) {
        const path = `/${topic}/publish?${param}=${encodeURIComponent(filled(unit, textLength / 4)).slice(0, textLength)}`
        yield attack(`query ${param}: ${unit}`, 'GET', path)
      }
  }
  function* subscribing(): Generator<Attack> {
    for (const param of ['since', 'priority', 'tags', 'id', 'message'])
      for (const unit of units) {
        const path = `/${topic}/json?poll=1&${param}=${encodeURIComponent(filled(unit, textLength / 4)).slice(0, textLength)}`
        yield attack(`${param}: ${unit}`, 'GET', path)
      }
    yield attack('many topics', 'GET', `/${filled('a,', 8_000)}/json?poll=1`)
  }
  function* bodies(path: string): Generator<Attack> {
    for (const { what, headers, bytes } of worstBodies(bodyBytes, 'message')) yield attack(what, 'POST', path, headers, bytes)
  }
  return [
    { name: 'ntfy: headers', attacks: inHeaders },
    { name: 'ntfy: queries', attacks: inQuery },
    { name: 'ntfy: subscriptions', attacks: subscribing },
    { name: 'ntfy: bodies', attacks: () => bodies(`/${topic}`) },
    { name: 'ntfy: JSON', attacks: () => bodies('/') },
    { name: 'ntfy: payloads', attacks: () => bodies(`/${topic}?template=github`) },
  ]
}

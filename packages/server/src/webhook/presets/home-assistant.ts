// Home Assistant (home-assistant.io/docs/automation/templating, state_changed and the variable `trigger`), as sent by a `rest_command` or
// the platform `notify.rest`.

import { at, capital, cut, hasAll, inWords, lines, type PayloadMessage, type Preset, textAt } from './payload.ts'

export const homeAssistant: Preset = {
  name: 'home-assistant',
  recognizes: ({ headers, payload }) =>
    changeIn(payload) !== undefined ||
    ((headers['user-agent'] ?? '').startsWith('HomeAssistant/') && textAt(payload, 'message') !== undefined),
  read({ payload }) {
    const change = changeIn(payload)
    if (change !== undefined) return readChange(change, payload)
    const message = textAt(payload, 'message')
    if (message === undefined) return undefined
    return {
      title: textAt(payload, 'title'),
      body: message,
      url: textAt(payload, 'data', 'url') ?? textAt(payload, 'data', 'clickAction'),
    }
  },
}

/** The object with the states before and after: a trigger, the data of an event, or the payload itself. */
function changeIn(payload: unknown): unknown {
  const found = [at(payload, 'trigger'), at(payload, 'data'), at(payload, 'event', 'data'), payload].find(
    (change) => hasAll(change, 'entity_id') && (hasState(change, 'to_state') || hasState(change, 'new_state')),
  )
  return found
}

const hasState = (change: unknown, name: string): boolean => textAt(change, name, 'state') !== undefined

/** What `on` and `off` of a binary sensor mean, by device class. */
const classes: Readonly<Record<string, readonly [on: string, off: string]>> = {
  battery: ['low', 'normal'],
  door: ['open', 'closed'],
  garage_door: ['open', 'closed'],
  window: ['open', 'closed'],
  opening: ['open', 'closed'],
  lock: ['unlocked', 'locked'],
  motion: ['detected', 'clear'],
  occupancy: ['detected', 'clear'],
  smoke: ['detected', 'clear'],
  gas: ['detected', 'clear'],
  moisture: ['wet', 'dry'],
  connectivity: ['connected', 'disconnected'],
  presence: ['home', 'away'],
  problem: ['a problem', 'fine'],
}
const alarming = ['smoke', 'gas', 'moisture', 'carbon_monoxide', 'safety']

function readChange(change: unknown, payload: unknown): PayloadMessage {
  const [to, from] = [at(change, 'to_state') ?? at(change, 'new_state'), at(change, 'from_state') ?? at(change, 'old_state')]
  const entity = textAt(change, 'entity_id') ?? ''
  const name = textAt(to, 'attributes', 'friendly_name') ?? capital(inWords(entity.slice(entity.indexOf('.') + 1)))
  const kind = textAt(to, 'attributes', 'device_class') ?? ''
  const isAlarm = alarming.includes(kind) && textAt(to, 'state') === 'on'
  const before = textAt(from, 'state')
  return {
    title: `${cut(name, 200)} is ${stateOf(to, kind)}`,
    body: lines(
      textAt(payload, 'message'),
      before === undefined || before === textAt(to, 'state') ? undefined : `Before: ${stateOf(from, kind)}`,
    ),
    ...(isAlarm && { priority: 5 }),
  }
}

function stateOf(state: unknown, kind: string): string {
  const value = textAt(state, 'state') ?? 'unknown'
  const unit = textAt(state, 'attributes', 'unit_of_measurement')
  const words = Object.hasOwn(classes, kind) ? classes[kind] : undefined
  if (words !== undefined && (value === 'on' || value === 'off')) return value === 'on' ? words[0] : words[1]
  return unit === undefined ? inState(value) : `${value} ${unit}`
}

/** `not_home` is a state; a number with a point or a time is not cut into words. */
const inState = (value: string): string => (/^[a-z_]+$/.test(value) ? value.replaceAll('_', ' ') : value)

// GitHub (docs.github.com, Webhook events and payloads).

import { eventOf, readForge } from './forge.ts'
import { at, type Preset, textAt } from './payload.ts'

export const github: Preset = {
  name: 'github',
  recognizes: ({ headers, payload }) =>
    headers['x-github-event'] !== undefined ||
    at(payload, 'hook', 'type') === 'Repository' ||
    (eventOf(payload) !== undefined && at(payload, 'sender', 'node_id') !== undefined),
  read({ headers, payload }) {
    const event = headers['x-github-event'] ?? eventOf(payload)
    if (event !== undefined) return readForge(event, payload)
    return textAt(payload, 'repository', 'full_name') === undefined ? undefined : readForge('event', payload)
  },
}

// Gitea (docs.gitea.com, Webhooks) and Forgejo, which sends the same.

import { eventOf, readForge } from './forge.ts'
import { at, type Preset } from './payload.ts'

/** They also send the headers of GitHub and Gogs. */
const eventIn = (headers: Readonly<Record<string, string>>) =>
  headers['x-gitea-event'] ?? headers['x-forgejo-event'] ?? headers['x-gogs-event']

export const gitea: Preset = {
  name: 'gitea',
  recognizes: ({ headers, payload }) =>
    eventIn(headers) !== undefined ||
    at(payload, 'compare_url') !== undefined ||
    (eventOf(payload) !== undefined && at(payload, 'sender', 'username') !== undefined),
  read({ headers, payload }) {
    const event = eventIn(headers) ?? eventOf(payload)
    return event === undefined ? undefined : readForge(event, payload)
  },
}

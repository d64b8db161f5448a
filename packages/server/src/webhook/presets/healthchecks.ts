// Healthchecks (healthchecks.io/docs, Webhook): a check as `$JSON` renders it in the body of a webhook.

import { hasAll, labelsOf, lines, type PayloadMessage, type Preset, textAt } from './payload.ts'

const states: Readonly<Record<string, PayloadMessage>> = {
  down: { priority: 5, labels: labelsOf('critical') },
  grace: { priority: 4, labels: labelsOf('warning') },
  up: { labels: labelsOf('good') },
}
const words: Readonly<Record<string, string>> = {
  grace: 'is late',
  started: 'has started',
  new: 'has not reported yet',
  paused: 'is paused',
}

export const healthchecks: Preset = {
  name: 'healthchecks',
  recognizes: ({ payload }) => hasAll(payload, 'name', 'status', 'n_pings', 'grace'),
  read({ payload }) {
    const [name, status] = [textAt(payload, 'name') ?? textAt(payload, 'slug'), textAt(payload, 'status')]
    if (name === undefined || status === undefined) return undefined
    const [last, tags] = [textAt(payload, 'last_ping'), textAt(payload, 'tags')]
    return {
      title: `${name} ${words[status] ?? `is ${status}`}`,
      body: lines(
        textAt(payload, 'desc'),
        last === undefined ? 'It has never reported.' : `Last report: ${timeOf(last)}`,
        tags && `Tags: ${tags}`,
      ),
      url: textAt(payload, 'details_url') ?? textAt(payload, 'badge_url'),
      ...states[status],
    }
  },
}

function timeOf(time: string): string {
  const parsed = time.length < 50 ? Date.parse(time) : Number.NaN
  return Number.isNaN(parsed) ? time : `${new Date(parsed).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

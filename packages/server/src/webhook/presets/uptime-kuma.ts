// Uptime Kuma (its notification "Webhook", with the default body).

import { at, labelsOf, lines, numberAt, type PayloadMessage, type Preset, textAt } from './payload.ts'

const states: Readonly<Record<number, readonly [words: string, message: PayloadMessage]>> = {
  0: ['is down', { priority: 5, labels: labelsOf('critical') }],
  1: ['is up', { labels: labelsOf('good') }],
  2: ['is not answering', { priority: 4, labels: labelsOf('warning') }],
  3: ['is under maintenance', {}],
}

export const uptimeKuma: Preset = {
  name: 'uptime-kuma',
  recognizes: ({ payload }) =>
    at(payload, 'heartbeat') !== undefined && at(payload, 'monitor') !== undefined && textAt(payload, 'msg') !== undefined,
  read({ payload }) {
    const [monitor, beat] = [at(payload, 'monitor'), at(payload, 'heartbeat')]
    const name = textAt(monitor, 'name')
    const [words, message] = states[numberAt(beat, 'status') ?? -1] ?? []
    // A test and an expiring certificate have no heartbeat.
    if (beat === undefined) return undefined
    if (name === undefined || words === undefined) return { title: name, body: textAt(payload, 'msg'), url: addressOf(monitor) }
    const ping = numberAt(beat, 'ping')
    return {
      title: `${name} ${words}`,
      body: lines(textAt(beat, 'msg'), ping === undefined ? undefined : `Answered in ${ping} ms`),
      url: addressOf(monitor),
      ...message,
    }
  },
}

/** The monitored URL; a monitor of something else has only `https://`. */
function addressOf(monitor: unknown): string | undefined {
  const address = textAt(monitor, 'url')
  return address === 'https://' || address === 'http://' ? undefined : address
}

// Grafana (grafana.com/docs, Configure webhook notifications), and its alerts before version 9.

import { looksLikeAlerts, readAlerts } from './alerts.ts'
import { at, cut, first, hasAll, labelsOf, lines, listAt, type PayloadMessage, type Preset, textAt } from './payload.ts'

const isOld = (payload: unknown) => hasAll(payload, 'ruleName', 'state')

export const grafana: Preset = {
  name: 'grafana',
  recognizes: ({ payload }) =>
    isOld(payload) || (looksLikeAlerts(payload) && (at(payload, 'orgId') !== undefined || at(payload, 'state') !== undefined)),
  read({ payload }) {
    if (isOld(payload)) return readOld(payload)
    return looksLikeAlerts(payload) ? readAlerts(payload) : undefined
  },
}

function readOld(payload: unknown): PayloadMessage {
  const state = textAt(payload, 'state')
  const name = textAt(payload, 'ruleName')
  const isOver = state === 'ok'
  const words: Readonly<Record<string, string>> = {
    ok: 'is resolved',
    alerting: 'is firing',
    no_data: 'has no data',
    paused: 'is paused',
    pending: 'is pending',
  }
  return {
    title: `${name} ${words[state ?? ''] ?? `is ${state}`}`,
    body: lines(
      textAt(payload, 'message'),
      first(
        10,
        listAt(payload, 'evalMatches'),
        (match) => `${cut(textAt(match, 'metric') ?? 'Value', 200)} = ${textAt(match, 'value') ?? 'nothing'}`,
      ),
    ),
    url: textAt(payload, 'ruleUrl'),
    ...(isOver
      ? { labels: labelsOf('good') }
      : state === 'paused' || state === 'pending'
        ? {}
        : { priority: 4, labels: labelsOf('warning') }),
  }
}

// Reads the alerts of Prometheus Alertmanager and of Grafana, whose payloads have nearly the same structure.

import {
  at,
  capital,
  cut,
  first,
  labelsOf,
  lines,
  listAt,
  listed,
  namesOf,
  numberAt,
  type PayloadMessage,
  textAt,
} from './payload.ts'

const alertsShown = 10
const alertsRead = 1_000

/** Labels that name the place of an event, most specific first. */
const places = ['instance', 'host', 'hostname', 'node', 'server', 'pod', 'container', 'device', 'service', 'job', 'namespace']

export const looksLikeAlerts = (payload: unknown): boolean =>
  textAt(payload, 'status') !== undefined &&
  listAt(payload, 'alerts').length > 0 &&
  at(payload, 'alerts', 0, 'labels') !== undefined

/** The message of a group of alerts. */
export function readAlerts(payload: unknown): PayloadMessage {
  const alerts = listAt(payload, 'alerts')
  const firing = alerts.filter((alert) => textAt(alert, 'status') !== 'resolved')
  const [only] = alerts
  const isOver = firing.length === 0
  return {
    title: alerts.length === 1 ? titleOf(only) : titleOfMany(alerts, firing.length),
    body: alerts.length === 1 ? bodyOf(only) : first(alertsShown, alerts, lineOf),
    url: addressOf(only) ?? textAt(payload, 'externalURL'),
    ...(isOver ? { labels: labelsOf('good') } : urgencyOf(firing)),
  }
}

const nameOf = (alert: unknown): string => cut(textAt(alert, 'labels', 'alertname') ?? 'Alert', 200)

/** The place of an alert: the host without its port, else the value of a label. */
function placeOf(alert: unknown): string | undefined {
  for (const label of places) {
    const place = textAt(alert, 'labels', label)
    if (place !== undefined) return cut(place.replace(/:\d{1,5}$/, ''), 200)
  }
  return undefined
}

/** e.g. `CPU high on web-1` */
function subjectOf(alert: unknown): string {
  const place = placeOf(alert)
  return place === undefined ? nameOf(alert) : `${nameOf(alert)} on ${place}`
}

const stateOf = (alert: unknown): string => (textAt(alert, 'status') === 'resolved' ? 'resolved' : 'firing')

const titleOf = (alert: unknown): string => `${subjectOf(alert)} is ${stateOf(alert)}`

function titleOfMany(alerts: readonly unknown[], firing: number): string {
  const names = [...new Set(alerts.slice(0, alertsRead).map(nameOf))]
  const about = names.length > 3 ? `${names.slice(0, 3).join(', ')} and others` : listed(names)
  if (firing === 0) return `${alerts.length} alerts are resolved: ${about}`
  return `${firing === alerts.length ? firing : `${firing} of ${alerts.length}`} alerts are firing: ${about}`
}

function bodyOf(alert: unknown): string | undefined {
  const [summary, description] = [textAt(alert, 'annotations', 'summary'), textAt(alert, 'annotations', 'description')]
  const message = textAt(alert, 'annotations', 'message')
  const severity = textAt(alert, 'labels', 'severity')
  return lines(
    summary ?? message,
    description === summary ? undefined : description,
    valuesOf(alert),
    severity && `Severity: ${severity}`,
    textAt(alert, 'annotations', 'runbook_url') && `Runbook: ${textAt(alert, 'annotations', 'runbook_url')}`,
  )
}

/** The query values that Grafana sends with an alert. */
function valuesOf(alert: unknown): string | undefined {
  if (stateOf(alert) === 'resolved') return undefined
  const values = at(alert, 'values')
  const shown = namesOf(values, 10).flatMap((name) => {
    const value = numberAt(values, name)
    return value === undefined ? [] : [`${cut(name, 50)} = ${Number(value.toPrecision(4))}`]
  })
  return shown.join(', ')
}

function lineOf(alert: unknown): string {
  const about = textAt(alert, 'annotations', 'summary') ?? textAt(alert, 'annotations', 'description')
  return `${capital(stateOf(alert))}: ${subjectOf(alert)}${about === undefined ? '' : ` – ${cut(about, 300)}`}`
}

const addressOf = (alert: unknown): string | undefined =>
  textAt(alert, 'panelURL') ?? textAt(alert, 'dashboardURL') ?? textAt(alert, 'generatorURL')

const severities: Readonly<Record<string, number>> = {
  emergency: 5,
  disaster: 5,
  critical: 5,
  page: 5,
  fatal: 5,
  high: 4,
  error: 4,
  major: 4,
  warning: 4,
  warn: 4,
  minor: 3,
  low: 2,
  info: 3,
  informational: 3,
  none: 2,
}

/** The priority for a severity word; undefined for other words. */
export const priorityOfSeverity = (word: string | undefined): number | undefined => {
  const name = word?.toLowerCase() ?? ''
  return Object.hasOwn(severities, name) ? severities[name] : undefined
}

function urgencyOf(firing: readonly unknown[]): Pick<PayloadMessage, 'priority' | 'labels'> {
  const priority = Math.max(
    ...firing
      .slice(0, alertsRead)
      .map((alert) => priorityOfSeverity(textAt(alert, 'labels', 'severity') ?? textAt(alert, 'labels', 'priority')) ?? 4),
  )
  return { priority, labels: labelsOf(priority === 5 ? 'critical' : 'warning') }
}

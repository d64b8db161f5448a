// Sentry (docs.sentry.io, Integration Platform, Webhooks), and its older webhook plugin.

import { at, hasAll, inWords, labelsOf, lines, type PayloadMessage, type Preset, textAt } from './payload.ts'

export const sentry: Preset = {
  name: 'sentry',
  recognizes: ({ headers, payload }) =>
    headers['sentry-hook-resource'] !== undefined ||
    hasAll(payload, 'project_name', 'culprit', 'event') ||
    (textAt(payload, 'action') !== undefined &&
      (hasAll(at(payload, 'installation'), 'uuid') || textAt(payload, 'actor', 'id') === 'sentry') &&
      at(payload, 'data') !== undefined),
  read({ payload }) {
    const action = textAt(payload, 'action') ?? ''
    const data = at(payload, 'data')
    if (at(data, 'metric_alert') !== undefined) return readMetric(action, data)
    if (at(data, 'event') !== undefined) return readEvent(at(data, 'event'), textAt(data, 'triggered_rule'))
    if (at(data, 'issue') !== undefined) return readIssue(action, at(data, 'issue'), textAt(payload, 'actor', 'name'))
    if (at(data, 'error') !== undefined) return readEvent(at(data, 'error'), undefined)
    if (at(data, 'comment') !== undefined)
      return {
        title: `${textAt(payload, 'actor', 'name') ?? 'Somebody'} commented on an issue of ${textAt(data, 'project_slug') ?? 'a project'}`,
        body: textAt(data, 'comment'),
      }
    if (at(data, 'installation') !== undefined)
      return { title: action === 'deleted' ? 'Sentry is disconnected' : 'Sentry is connected' }
    if (hasAll(payload, 'project_name', 'event')) return readOld(payload)
    return undefined
  },
}

function urgencyOf(level: string | undefined): Pick<PayloadMessage, 'priority' | 'labels'> {
  if (level === 'fatal') return { priority: 5, labels: labelsOf('critical') }
  if (level === 'error' || level === undefined) return { priority: 4, labels: labelsOf('bad') }
  return level === 'warning' ? { labels: labelsOf('warning') } : {}
}

const projectOf = (about: unknown): string | undefined => textAt(about, 'project', 'name') ?? textAt(about, 'project', 'slug')

function readEvent(event: unknown, rule: string | undefined): PayloadMessage {
  const level = textAt(event, 'level')
  return {
    title: textAt(event, 'title') ?? textAt(event, 'message') ?? 'New event',
    body: lines(
      textAt(event, 'culprit'),
      textAt(event, 'environment') && `Environment: ${textAt(event, 'environment')}`,
      textAt(event, 'release') && `Release: ${textAt(event, 'release')}`,
      rule && `Rule: ${rule}`,
    ),
    url: textAt(event, 'web_url'),
    ...urgencyOf(level),
  }
}

function readIssue(action: string, issue: unknown, who: string | undefined): PayloadMessage {
  const id = textAt(issue, 'shortId')
  const project = projectOf(issue)
  const isNew = action === 'created' || action === 'unresolved'
  const by = isNew || who === undefined || who === 'Sentry' ? '' : ` by ${who}`
  const what = action === 'created' ? 'New issue' : `Issue ${action === 'unresolved' ? 'is back' : `${inWords(action)}${by}`}`
  return {
    title: `${what}${project === undefined ? '' : ` in ${project}`}: ${textAt(issue, 'title') ?? id ?? ''}`,
    body: lines(textAt(issue, 'culprit'), id),
    url: textAt(issue, 'web_url') ?? textAt(issue, 'permalink'),
    ...(isNew ? urgencyOf(textAt(issue, 'level')) : action === 'resolved' ? { labels: labelsOf('good') } : {}),
  }
}

function readMetric(action: string, data: unknown): PayloadMessage {
  const isOver = action === 'resolved'
  return {
    title:
      textAt(data, 'description_title') ??
      `${textAt(data, 'metric_alert', 'title') ?? 'Alert'} is ${isOver ? 'resolved' : action}`,
    // Its line breaks are escaped twice.
    body: textAt(data, 'description_text')?.replaceAll('\\n', '\n'),
    url: textAt(data, 'web_url'),
    ...(isOver
      ? { labels: labelsOf('good') }
      : action === 'critical'
        ? { priority: 5, labels: labelsOf('critical') }
        : { priority: 4, labels: labelsOf('warning') }),
  }
}

function readOld(payload: unknown): PayloadMessage {
  return {
    title: `${textAt(payload, 'project_name')}: ${textAt(payload, 'event', 'title') ?? textAt(payload, 'message') ?? 'New event'}`,
    body: lines(textAt(payload, 'culprit'), textAt(payload, 'message')),
    url: textAt(payload, 'url'),
    ...urgencyOf(textAt(payload, 'level')),
  }
}

import { addressLength, bodyLength, isOpenable, labelLength, labelsPerMessage, priorities } from '@waypost/protocol'
import { alertmanager } from './alertmanager.ts'
import { readAny } from './any.ts'
import { gitea } from './gitea.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { grafana } from './grafana.ts'
import { healthchecks } from './healthchecks.ts'
import { homeAssistant } from './home-assistant.ts'
import { cut, type Incoming, type PayloadMessage, type Preset } from './payload.ts'
import { proxmox } from './proxmox.ts'
import { sentry } from './sentry.ts'
import { radarr, sonarr } from './servarr.ts'
import { stripe } from './stripe.ts'
import { uptimeKuma } from './uptime-kuma.ts'

/** All presets, in the order in which they are tried: the least specific ones come last. */
export const presets: readonly Preset[] = [
  gitea,
  github,
  gitlab,
  sentry,
  stripe,
  grafana,
  alertmanager,
  uptimeKuma,
  healthchecks,
  radarr,
  sonarr,
  proxmox,
  homeAssistant,
]

const titleLength = 500

/** The request headers by which presets recognize payloads. */
export const telling = [
  'x-github-event',
  'x-gitea-event',
  'x-forgejo-event',
  'x-gogs-event',
  'x-gitlab-event',
  'sentry-hook-resource',
  'user-agent',
]

/** The preset with a name; undefined if there is none. */
export const presetNamed = (name: string): Preset | undefined => presets.find((preset) => preset.name === name)

/**
 * The message made from a payload, and the name of the preset that read it, undefined if none could.
 * @param name the preset to use; if absent, the payload is recognized by its headers and structure
 */
export function readPayload(incoming: Incoming, name?: string): { message: PayloadMessage; preset: string | undefined } {
  const preset = name === undefined ? presets.find((each) => each.recognizes(incoming)) : presetNamed(name)
  const read = preset?.read(incoming)
  return { message: bounded(read ?? readAny(incoming.payload)), preset: read && preset?.name }
}

/** Limits a message to the allowed sizes, and drops empty fields. */
export function bounded({ title, body, url, priority, labels, markdown }: PayloadMessage): PayloadMessage {
  const shown = {
    title: cut(
      plain(title ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
      titleLength,
    ),
    body: cut(plain(body ?? '').trim(), bodyLength),
    url: url !== undefined && url.length <= addressLength && isOpenable(url) ? url : '',
    labels: (labels ?? []).slice(0, labelsPerMessage).map((label) => cut(plain(label), labelLength)),
  }
  return {
    ...(shown.title !== '' && { title: shown.title }),
    ...(shown.body !== '' && { body: shown.body }),
    ...(shown.url !== '' && { url: shown.url }),
    ...(priority !== undefined && { priority: Math.min(priorities.max, Math.max(priorities.min, Math.round(priority))) }),
    ...(shown.labels.length > 0 && { labels: shown.labels }),
    ...(markdown === true && shown.body !== '' && { markdown }),
  }
}

/** A text without NUL, which messages may not have. */
const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()

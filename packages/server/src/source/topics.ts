import { Refusal, topicLength } from '@waypost/protocol'
import { randomDigits } from '../tokens.ts'

/** First path segments of Gotify's interface, besides `static`. */
export const gotifyWords: readonly string[] = [
  'message',
  'application',
  'client',
  'user',
  'current',
  'plugin',
  'auth',
  'stream',
  'version',
  'gotifyinfo',
  'health',
  'image',
  'swagger',
]

/**
 * First path segments that can't be topics: those of this server, and of the ntfy and Gotify interfaces. A later route must not take a word
 * that may be in use as a topic, so it goes below /v3.
 */
const reserved = new Set([
  // ntfy's words.
  ...['docs', 'static', 'file', 'app', 'metrics', 'account', 'settings', 'signup', 'login', 'v1', '_matrix'],
  ...gotifyWords,
  // Waypost's words.
  ...[
    'v2',
    'v3',
    'oauth2',
    'websocket',
    'subscribe',
    'streaming',
    'provider',
    'files',
    'apps',
    'config',
    'press',
    'healthz',
    'assets',
    'img',
  ],
  ...['pages', 'share-target', 'server-picture', 'previews'],
])

/** The words that can't be topics. */
export const reservedWords: readonly string[] = [...reserved]

/** Whether a word is the first segment of other addresses. Case matters, as it does in addresses. */
export const isReserved = (topic: string): boolean => reserved.has(topic)

/** @throws Refusal `invalid_param` for a reserved word */
export function checkTopic(topic: string): void {
  if (isReserved(topic))
    throw Refusal.param('topic', `"${topic}" is part of other addresses of this server. Choose another topic.`)
}

/** A topic derived from a name, but impossible to guess. */
export function topicOfName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-')
    .slice(0, topicLength - 9)
  return `${words || 'source'}-${randomDigits(8)}`
}

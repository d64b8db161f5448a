// Decides which topics sources can have, and makes one of a name.

import { Refusal, topicLength } from '@waypost/protocol'
import { randomDigits } from '../tokens.ts'

/** First parts of the addresses of the interface of Gotify, beside `static`. */
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
 * First parts of addresses that are no topics: of this server, and of the interfaces of ntfy and Gotify, which are served beside it. A route
 * that comes later must not take a word from the topics in use, so it goes below /v3.
 */
const reserved = new Set([
  // Of ntfy.
  ...['docs', 'static', 'file', 'app', 'metrics', 'account', 'settings', 'signup', 'login', 'v1', '_matrix'],
  ...gotifyWords,
  // Of Waypost.
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

/** The words that are no topics. */
export const reservedWords: readonly string[] = [...reserved]

/** Whether a word is the first part of other addresses. Case counts, as it does in addresses. */
export const isReserved = (topic: string): boolean => reserved.has(topic)

/** @throws Refusal `invalid_param` for a reserved word */
export function checkTopic(topic: string): void {
  if (isReserved(topic))
    throw Refusal.param('topic', `"${topic}" is part of other addresses of this server. Choose another topic.`)
}

/** A topic made of a name, which nobody can guess. */
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

// Looks up the parameters of a request, each under any of its names, first in the headers, then in the query.

import type { FastifyRequest } from 'fastify'
import { headerText, queryText } from '../http/foreign-api.ts'
import { decodedWords } from './encoded-words.ts'

/** The names of each parameter. The first non-empty one wins. */
const names = {
  message: ['x-message', 'message', 'm'],
  title: ['x-title', 'title', 't'],
  priority: ['x-priority', 'priority', 'prio', 'p'],
  tags: ['x-tags', 'tags', 'tag', 'ta'],
  delay: ['x-delay', 'delay', 'x-at', 'at', 'x-in', 'in'],
  timezone: ['x-timezone', 'timezone'],
  actions: ['x-actions', 'actions', 'action'],
  click: ['x-click', 'click'],
  attach: ['x-attach', 'attach', 'a'],
  filename: ['x-filename', 'filename', 'file', 'f'],
  icon: ['x-icon', 'icon'],
  markdown: ['x-markdown', 'markdown', 'md'],
  email: ['x-email', 'x-e-mail', 'email', 'e-mail', 'mail', 'e'],
  call: ['x-call', 'call'],
  cache: ['x-cache', 'cache'],
  firebase: ['x-firebase', 'firebase'],
  template: ['x-template', 'template', 'tpl'],
  sequence: ['x-sequence-id', 'sequence-id', 'sid'],
  unifiedPush: ['x-unifiedpush', 'unifiedpush', 'up'],
  pollId: ['x-poll-id', 'poll-id'],
  poll: ['x-poll', 'poll', 'po'],
  since: ['x-since', 'since', 'si'],
  scheduled: ['x-scheduled', 'scheduled', 'sched'],
  id: ['x-id', 'id'],
} as const

export type Param = keyof typeof names

/** The parameters of one request; an empty text if absent. */
export type Params = (param: Param) => string

/** Reads parameters from the headers and query of a request. All but the message are single lines. */
export function paramsOf(request: FastifyRequest): Params {
  const hasQuery = request.url.includes('?')
  return (param) => {
    const clean = param === 'message' ? (text: string) => plainLines(text).trim() : plain
    for (const name of names[param]) {
      const value = headerText(request, name)
      // In RFC 9218, this header gives the urgency of the response.
      if (value === undefined || (name === 'priority' && isUrgency(value))) continue
      const text = clean(decodedWords(value))
      if (text !== '') return text
    }
    for (const name of hasQuery ? names[param] : []) {
      const text = clean(queryText(request, name) ?? '')
      if (text !== '') return text
    }
    return ''
  }
}

/** The values that browsers and proxies send in the header `Priority` (RFC 9218), e.g. `u=1, i`. */
const isUrgency = (value: string) => /^\s*(?:u=\d|i)(?:\s*[,;]\s*(?:u=\d|i))*\s*$/.test(value)

/** Line breaks, NUL and other control characters, which encoded words can bring into a header. */
const controls = /\p{Cc}+/gu

const plain = (text: string) => text.toWellFormed().replace(controls, ' ').trim()

/** Removes control characters from a text of several lines, such as a message. */
export const plainLines = (text: string) => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')

/** Whether a parameter says yes. Anything else is a no, and an empty text means the default. */
export function isYes(text: string, unless = false): boolean {
  return text === '' ? unless : ['1', 'yes', 'true'].includes(text.toLowerCase())
}

/** The tags in a comma-separated list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

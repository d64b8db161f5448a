// Finds the parameters of a request, each under any of its names in the headers, then in the query.

import type { FastifyRequest } from 'fastify'
import { headerText, queryText } from '../http/foreign-api.ts'
import { decodedWords } from './encoded-words.ts'

/** The names of each parameter. The first that says something wins. */
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

/** The parameters of one request; an empty text for one that is absent. */
export type Params = (param: Param) => string

/** Reads parameters from the headers and the query of a request. All but the message are on one line. */
export function paramsOf(request: FastifyRequest): Params {
  const hasQuery = request.url.includes('?')
  return (param) => {
    const clean = param === 'message' ? (text: string) => plainLines(text).trim() : plain
    for (const name of names[param]) {
      const value = headerText(request, name)
      // By RFC 9218, this header says how urgent the answer is.
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

/** What browsers and proxies say in the header `Priority` about an answer (RFC 9218), e.g. `u=1, i`. */
const isUrgency = (value: string) => /^\s*(?:u=\d|i)(?:\s*[,;]\s*(?:u=\d|i))*\s*$/.test(value)

/** Line breaks, NUL and other characters that are no text, which encoded words can bring into a header. */
const controls = /\p{Cc}+/gu

/** A text on one line. */
const plain = (text: string) => text.toWellFormed().replace(controls, ' ').trim()

/** A text of several lines, as a message is: without the characters that are no text. */
export const plainLines = (text: string) => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')

/** Whether a parameter says yes. Anything but a yes is a no, and nothing is the default. */
export function isYes(text: string, unless = false): boolean {
  return text === '' ? unless : ['1', 'yes', 'true'].includes(text.toLowerCase())
}

/** The tags of a list, which is parted by commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

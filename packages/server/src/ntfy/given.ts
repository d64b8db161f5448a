// Collects a publisher's parameters from the request and from JSON, and builds a message.

import { type Action, bodyLength, createPush, isOpenable, isWebAddress, labelsPerMessage } from '@waypost/protocol'
import * as v from 'valibot'
import type { NewMessage } from '../source/message.ts'
import { checkedActions, readActions } from './actions.ts'
import { readDelay } from './delay.ts'
import { NtfyRefusal } from './errors.ts'
import { nameIn } from './message.ts'
import { isYes, listOf, type Param, type Params, plainLines } from './params.ts'
import { readPriority } from './priority.ts'

/** The maximum bytes of a title, and of all tags together. */
const titleBytes = 1_024
const tagBytes = 512

/** The raw parameters of a message by name; some from JSON are not texts. */
export interface Given {
  param(name: Param): string
  tags: readonly string[]
  actions: () => Action[]
}

export const givenBy = (params: Params): Given => ({
  param: params,
  tags: listOf(params('tags')),
  actions: () => readActions(params('actions')),
})

const texts: Partial<Record<string, Param>> = {
  message: 'message',
  title: 'title',
  click: 'click',
  icon: 'icon',
  attach: 'attach',
  filename: 'filename',
  delay: 'delay',
  timezone: 'timezone',
  email: 'email',
  call: 'call',
  cache: 'cache',
  firebase: 'firebase',
  template: 'template',
  sequence_id: 'sequence',
}

/** The message in JSON, with the request's parameters for absent fields. @throws NtfyRefusal for a wrong type or no topic */
export function givenInJson(json: Record<string, unknown>, params: Params): { topic: string; given: Given } {
  // ntfy is written in Go, which ignores the case of field names.
  const fields = new Map(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.toLowerCase(), value]),
  )
  const said = new Map<Param, string>()
  for (const [field, param] of Object.entries(texts)) {
    const value = textField(fields, field)
    if (param && value !== '') said.set(param, value)
  }
  const [priority, markdown, tags, actions] = ['priority', 'markdown', 'tags', 'actions'].map((name) => fields.get(name))
  if (priority !== undefined && !Number.isInteger(priority)) throw wrongType()
  if (priority) said.set('priority', String(priority))
  if (markdown !== undefined && typeof markdown !== 'boolean') throw wrongType()
  if (markdown) said.set('markdown', 'yes')
  const areTags = (value: unknown): value is string[] => Array.isArray(value) && value.every((tag) => typeof tag === 'string')
  if (tags !== undefined && !areTags(tags)) throw wrongType()
  if (actions !== undefined && !Array.isArray(actions)) throw wrongType()
  const inParams = givenBy(params)
  const tagsSaid = (tags ?? []).map((tag) => plainLines(tag).trim()).filter((tag) => tag !== '')
  return {
    topic: textField(fields, 'topic'),
    given: {
      param: (name) => said.get(name) ?? params(name),
      tags: tagsSaid.length > 0 ? tagsSaid : inParams.tags,
      actions: () => (actions?.length ? checkedActions(actions) : inParams.actions()),
    },
  }
}

function textField(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name) ?? ''
  if (typeof value !== 'string') throw wrongType()
  return name === 'message' ? plainLines(value) : plainLines(value).trim()
}

const wrongType = () => new NtfyRefusal(40024)

interface Head {
  message: NewMessage
  /** Whether later subscribers find it. */
  isKept: boolean
}

/** Builds a message without its body. `now` is in milliseconds. @throws NtfyRefusal if invalid, or for features that we lack */
export function headOf({ param, tags, actions }: Given, now: number, isMarkdown: boolean): Head {
  const isKept = isYes(param('cache'), true)
  // Sources send no emails or calls.
  if (param('email') !== '') throw new NtfyRefusal(40001)
  if (param('call') !== '') throw new NtfyRefusal(40032)
  const title = param('title')
  if (Buffer.byteLength(title) > titleBytes) throw new NtfyRefusal(40057)
  if (tags.length > labelsPerMessage || tags.reduce((sum, tag) => sum + Buffer.byteLength(tag) + 1, -1) > tagBytes)
    throw new NtfyRefusal(40058)
  const priority = readPriority(param('priority'))
  const delay = param('delay')
  if (delay !== '' && !isKept) throw new NtfyRefusal(40002)
  const attach = param('attach')
  if (attach !== '' && !isWebAddress(attach)) throw new NtfyRefusal(40013)
  const icon = param('icon')
  if (icon !== '' && !isWebAddress(icon)) throw new NtfyRefusal(40021)
  const click = param('click')
  if (/^\s*[a-z][a-z0-9+.-]*:/i.test(click) && !isOpenable(click)) throw new NtfyRefusal(40000, 'click address cannot be opened')
  const sequence = param('sequence')
  if (sequence !== '' && !isSequence(sequence)) throw new NtfyRefusal(40049)
  const body = param('message').replaceAll('\\n', '\n').trim()
  const buttons = actions()
  return {
    message: {
      ...(title !== '' && { title }),
      ...(body !== '' && { body }),
      ...(click !== '' && { url: click }),
      ...(priority !== undefined && { priority }),
      ...(tags.length > 0 && { labels: [...tags] }),
      ...(buttons.length > 0 && { actions: buttons }),
      ...(icon !== '' && { icon_url: icon }),
      ...((isMarkdown || isYes(param('markdown'))) && { markdown: true }),
      ...(attach !== '' && { file_url: attach, file_name: param('filename') || nameIn(attach) }),
      ...(sequence !== '' && { update_id: sequence }),
      ...(delay !== '' && { send_at: readDelay(delay, param('timezone'), now) }),
    },
    isKept,
  }
}

/** Whether a text can be the id of a sequence. */
export const isSequence = (text: string): boolean => /^[-_A-Za-z0-9]{1,64}$/.test(text)

/** Whether a text fits into the body of a message. */
export const fitsBody = (text: string): boolean => text.length <= bodyLength

/** Checks a message against the limits of a push. @throws NtfyRefusal */
export function checkMessage({ foreign: _, ...message }: NewMessage): void {
  const parsed = v.safeParse(createPush.takes, message, { abortEarly: true })
  if (parsed.success) return
  const field = parsed.issues[0].path?.map(({ key }) => String(key)).join('.') ?? 'message'
  throw new NtfyRefusal(40000, `${field} is invalid`)
}

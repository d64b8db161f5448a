// Makes a message from any JSON: from the fields that look like a title, a text and a URL, or else from its values.

import { isOpenable } from '@waypost/protocol'
import { priorityOfSeverity } from './alerts.ts'
import { at, cut, inWords, lines, namesOf, numberAt, type PayloadMessage, textAt } from './payload.ts'

/** The maximum values that a message lists, and the maximum depth and number that are searched. */
const valuesShown = 20
const deepest = 4
const mostLooked = 200
const valueLength = 300

/** Field names by their usual content, most specific first; `_`, `-` and capitals are ignored. */
const titles = [
  'title',
  'subject',
  'headline',
  'alertname',
  'alerttitle',
  'rulename',
  'name',
  'eventname',
  'event',
  'eventtype',
  'type',
]
const texts = [
  'message',
  'body',
  'text',
  'content',
  'msg',
  'description',
  'summary',
  'details',
  'detail',
  'reason',
  'error',
  'output',
]
const addresses = ['url', 'link', 'htmlurl', 'weburl', 'href', 'click', 'permalink', 'targeturl']
const urgencies = ['priority', 'severity', 'level', 'urgency']
const tags = ['tags', 'labels']
/** Objects that often hold the main content of a payload. */
const wrappers = ['data', 'event', 'payload', 'alert', 'notification', 'message', 'body', 'attachments', 'embeds', 'records']

/** The message made from a payload of unknown structure. */
export function readAny(payload: unknown): PayloadMessage {
  if (typeof payload !== 'object' || payload === null) return { body: written(payload) }
  if (Array.isArray(payload)) return payload.length === 1 ? readAny(payload[0]) : { body: valuesIn(payload) }
  const found = readFields(payload)
  if (found.body !== undefined) return found
  for (const inside of insides(payload)) {
    const more = readFields(inside)
    if (more.body !== undefined || (found.title === undefined && more.title !== undefined))
      return { ...more, ...found, title: more.title ?? found.title, body: more.body ?? valuesIn(inside) }
  }
  return { ...found, body: valuesIn(payload, found.title) }
}

/** Nested objects that may hold the main content: Slack's and Discord's are in lists. */
function* insides(payload: object): Generator<unknown> {
  const names = new Map(namesOf(payload, mostLooked).map((name) => [plain(name), name]))
  for (const wrapper of wrappers) {
    const name = names.get(wrapper)
    if (name === undefined) continue
    const value = at(payload, name)
    const inside = Array.isArray(value) ? value[0] : value
    if (typeof inside === 'object' && inside !== null) yield inside
  }
}

const plain = (name: string): string => (name.length > 40 ? name : name.toLowerCase().replace(/[_-]/g, ''))

function readFields(object: unknown): PayloadMessage {
  const names = new Map(namesOf(object, mostLooked).map((name) => [plain(name), name]))
  const field = (wanted: readonly string[], takes: (text: string) => boolean = () => true): string | undefined => {
    for (const each of wanted) {
      const name = names.get(each)
      const text = name === undefined ? undefined : textAt(object, name)
      if (text !== undefined && takes(text)) return text
    }
    return undefined
  }
  const title = field(titles)
  const body = field(texts)
  const url = field(addresses, isOpenable)
  const urgency = field(urgencies)
  const labels = tags.map((name) => at(object, names.get(name) ?? name)).find(Array.isArray)
  const words = labels?.slice(0, mostLooked).filter((label): label is string => typeof label === 'string' && label !== '')
  const priority = urgency === undefined ? undefined : priorityOfWord(urgency)
  return {
    ...(title !== undefined && { title: /^[a-z_.-]+$/.test(title) ? inWords(title) : title }),
    ...(body !== undefined && { body }),
    ...(url !== undefined && { url }),
    ...(priority !== undefined && { priority }),
    ...(words && words.length > 0 && { labels: words }),
  }
}

const priorityWords: Readonly<Record<string, number>> = {
  min: 1,
  lowest: 1,
  default: 3,
  normal: 3,
  medium: 3,
  max: 5,
  urgent: 5,
  highest: 5,
}

/** A priority from 1 to 5, or the one for a word; undefined for anything else. */
export function priorityOfWord(urgency: string): number | undefined {
  const number = numberAt(urgency)
  if (number !== undefined) return Number.isInteger(number) && number >= 1 && number <= 5 ? number : undefined
  const word = urgency.toLowerCase()
  return Object.hasOwn(priorityWords, word) ? priorityWords[word] : priorityOfSeverity(word)
}

function valuesIn(value: unknown, besides?: string): string | undefined {
  const found: string[] = []
  let looked = 0
  const walk = (here: unknown, name: string, depth: number): void => {
    if (found.length > valuesShown || ++looked > mostLooked) return
    if (typeof here === 'object' && here !== null) {
      const entries = Array.isArray(here)
        ? here.slice(0, valuesShown).map((item, index) => [String(index + 1), item] as const)
        : namesOf(here, mostLooked).map((each) => [each, at(here, each)] as const)
      if (depth >= deepest) return
      for (const [each, inside] of entries) walk(inside, name === '' ? inWords(each) : `${name} ${inWords(each)}`, depth + 1)
      return
    }
    const text = written(here)
    if (text !== undefined && text !== besides && inWords(text) !== besides)
      found.push(name === '' ? text : `${cut(name, 100)}: ${cut(text, valueLength)}`)
  }
  walk(value, '', 0)
  const shown = found.slice(0, valuesShown)
  return lines(...shown, found.length > shown.length || looked > mostLooked ? '…' : undefined)
}

function written(value: unknown): string | undefined {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return textAt(value)
}

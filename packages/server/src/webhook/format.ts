// Makes messages of payloads for every interface that takes them: at once where that is quick, in a thread of its own where a template or a
// long payload could hold others up.

import { Refusal } from '@waypost/protocol'
import { durationText, throttle } from '../http/rate-limits.ts'
import type { PayloadMessage } from './presets/payload.ts'
import { presetNamed } from './presets/presets.ts'
import { readInWorker } from './template/ask-worker.ts'
import type { Templates } from './template/failure.ts'
import { answer, type FormatQuestion, type FormatTrouble } from './template/read.ts'

/** Characters of a payload that is read without the thread. */
const shortPayload = 32_768
/** Payloads of one account that wait for the thread. */
const waitingPerAccount = 100
/** How many payloads of one account the thread reads: 200 at once, then ten a second. */
const threadLimit = { burst: 200, every: 100 }

/** How a payload is to be read. */
export interface Format {
  /** The name of a preset; without one, the payload is recognized by its headers and its form. */
  preset?: string | undefined
  /** Templates, each in place of what the preset says of a field. */
  templates?: Templates | undefined
  /** The language of the templates, Liquid if absent. Those of Go are what ntfy takes: only they make the message then. */
  language?: 'liquid' | 'go'
  /** Headers of the request, by their names in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** The message of a payload, and the preset that read it. */
export interface Formatted {
  message: PayloadMessage
  preset: string | undefined
}

/** A payload that gives no message. */
export class FormatError extends Error {
  readonly trouble: FormatTrouble | { kind: 'preset'; message: string }

  constructor(trouble: FormatError['trouble']) {
    super(trouble.message)
    this.name = 'FormatError'
    this.trouble = trouble
  }
}

/**
 * Makes a message of a payload in JSON.
 * @param whose the account, or the network, whose work it is
 * @throws FormatError, and Refusal `ratelimited`
 */
export async function formatPayload(payload: string, format: Format, whose: string): Promise<Formatted> {
  const { preset, templates, language = 'liquid', headers = {} } = format
  if (preset !== undefined && !presetNamed(preset))
    throw new FormatError({ kind: 'preset', message: `There is no preset "${preset.slice(0, 40)}".` })
  const question: FormatQuestion = { payload, headers, preset, templates, language }
  const isQuick = payload.length <= shortPayload && Object.values(templates ?? {}).every((template) => !template)
  const { message, preset: used, trouble } = isQuick ? answer(question) : await inTurn(whose, () => readInWorker(question))
  if (trouble) throw new FormatError(trouble)
  return { message: message ?? {}, preset: used }
}

const takes = throttle(threadLimit)
/** What each account waits for: its payloads are read one after the other, so that those of others come between them. */
const waiting = new Map<string, { last: Promise<unknown>; count: number }>()

async function inTurn<T>(whose: string, work: () => Promise<T>): Promise<T> {
  const turns = waiting.get(whose) ?? { last: Promise.resolve(), count: 0 }
  if (turns.count >= waitingPerAccount || !takes.allows(whose))
    throw Refusal.tooMany(1_000, `Too many payloads with templates at once. Try again in ${durationText(1_000)}.`)
  turns.count++
  waiting.set(whose, turns)
  const done = turns.last.then(work)
  turns.last = done.catch(() => {})
  try {
    return await done
  } finally {
    if (--turns.count === 0) waiting.delete(whose)
  }
}

const names = { title: 'title', body: 'body', url: 'address', priority: 'priority', labels: 'labels' } as const

/** Why there is no message, in a sentence for the person who wrote the template. */
export function sentenceOf({ trouble }: FormatError): string {
  if (trouble.kind === 'preset' || trouble.kind === 'payload') return trouble.message
  if (trouble.field === undefined) return `The templates failed. ${trouble.message}`
  const where = trouble.line === undefined ? '' : `, line ${trouble.line}`
  return `Template of the ${names[trouble.field]}${where}: ${trouble.message}`
}

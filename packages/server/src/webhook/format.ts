// Makes messages from payloads for every interface that accepts them: directly if that is quick, or in a separate thread if a template or a
// long payload could hold others up.

import { Refusal } from '@waypost/protocol'
import { durationText, throttle } from '../http/rate-limits.ts'
import type { PayloadMessage } from './presets/payload.ts'
import { presetNamed } from './presets/presets.ts'
import { readInWorker } from './template/ask-worker.ts'
import type { Templates } from './template/failure.ts'
import { answer, type FormatQuestion, type FormatTrouble } from './template/read.ts'

/** The maximum characters of a payload that is processed without the thread. */
const shortPayload = 32_768
/** The maximum payloads of one account that wait for the thread. */
const waitingPerAccount = 100
/** The rate of one account's payloads in the thread: 200 at once, then ten per second. */
const threadLimit = { burst: 200, every: 100 }

/** How to process a payload. */
export interface Format {
  /** The name of a preset; if absent, the payload is recognized by its headers and structure. */
  preset?: string | undefined
  /** Templates, each replacing one field of the preset. */
  templates?: Templates | undefined
  /** The language of the templates, Liquid if absent. Go templates are for ntfy: then they alone make the message. */
  language?: 'liquid' | 'go'
  /** The headers of the request, by lower-case name. */
  headers?: Readonly<Record<string, string>>
}

/** The message made from a payload, and the preset that read it. */
export interface Formatted {
  message: PayloadMessage
  preset: string | undefined
}

/** The error for a payload that gives no message. */
export class FormatError extends Error {
  readonly trouble: FormatTrouble | { kind: 'preset'; message: string }

  constructor(trouble: FormatError['trouble']) {
    super(trouble.message)
    this.name = 'FormatError'
    this.trouble = trouble
  }
}

/**
 * Makes a message from a JSON payload. `whose`: the account or network that the work is for.
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
/** Each account's last pending payload: they are processed one after another, so that those of others come in between. */
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

/** Explains to the author of the template, in a sentence, why there is no message. */
export function sentenceOf({ trouble }: FormatError): string {
  if (trouble.kind === 'preset' || trouble.kind === 'payload') return trouble.message
  if (trouble.field === undefined) return `The templates failed. ${trouble.message}`
  const where = trouble.line === undefined ? '' : `, line ${trouble.line}`
  return `Template of the ${names[trouble.field]}${where}: ${trouble.message}`
}

// Makes a message from a payload as requested: by a preset, by Liquid templates, or by ntfy's. It runs in a separate thread.

import { Refusal } from '@waypost/protocol'
import { parsePayload } from '../parse.ts'
import { priorityOfWord } from '../presets/any.ts'
import type { PayloadMessage } from '../presets/payload.ts'
import { bounded, readPayload } from '../presets/presets.ts'
import { TemplateError, type TemplateField, type Templates, type TemplateTrouble, TimeLeft, templateFields } from './failure.ts'
import { renderGo } from './go-template.ts'
import { renderLiquid } from './liquid.ts'

/** A payload, and how to process it. */
export interface FormatQuestion {
  payload: string
  headers: Readonly<Record<string, string>>
  preset?: string | undefined
  /** Templates for fields; the preset determines the others. */
  templates?: Templates | undefined
  /** The language of the templates. Go templates are used alone, without a preset. */
  language: 'liquid' | 'go'
}

/** Why a payload gives no message. */
export interface FormatTrouble {
  kind: TemplateTrouble | 'payload'
  field?: TemplateField
  line?: number | undefined
  /** A sentence. */
  message: string
}

export interface FormatAnswer {
  message?: PayloadMessage
  /** The preset that read the payload. */
  preset?: string | undefined
  trouble?: FormatTrouble
}

/** Answers a question. It doesn't throw, whatever a payload or template contains. */
export function answer({ payload: text, headers, preset, templates = {}, language }: FormatQuestion): FormatAnswer {
  let payload: unknown
  try {
    payload = parsePayload(text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { trouble: { kind: 'payload', message: error.message } }
  }
  const read = language === 'go' ? { message: {}, preset: undefined } : readPayload({ headers, payload }, preset)
  const time = new TimeLeft()
  const rendered: Partial<Record<TemplateField, string>> = {}
  for (const field of templateFields) {
    const template = templates[field]
    if (!template) continue
    try {
      rendered[field] = language === 'go' ? renderGo(template, payload, time) : renderLiquid(template, payload, time)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      return { trouble: { kind: error.trouble, field, line: error.line, message: error.message } }
    }
  }
  return { message: bounded(withRendered(read.message, rendered)), preset: read.preset }
}

/** A template without output leaves its field empty. */
function withRendered(
  message: PayloadMessage,
  { title, body, url, priority, labels }: Partial<Record<TemplateField, string>>,
): PayloadMessage {
  const level = priority === undefined ? undefined : priorityOfWord(priority.trim())
  return {
    ...message,
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body, markdown: false }),
    ...(url !== undefined && { url: url.trim() }),
    ...(level !== undefined && { priority: level }),
    ...(labels !== undefined && {
      labels: labels
        .split(/[,\n]/)
        .map((label) => label.trim())
        .filter(Boolean),
    }),
  }
}

// Builds a message from JSON: by a preset for its sender, or by templates in its title and text.

import { priorities } from '@waypost/protocol'
import type { NewMessage } from '../source/message.ts'
import { FormatError, formatPayload, sentenceOf } from '../webhook/format.ts'
import { NtfyRefusal } from './errors.ts'
import { isYes } from './params.ts'

const templateBytes = 128 * 1_024

/** Whether a request wants its body formatted. */
export const wantsTemplate = (template: string): boolean => template !== '' && !/^(?:no|0|false)$/i.test(template)

/**
 * Adds the payload in the body to a message. The request's parameters override what a preset derives from it.
 * @param template the parameter's value: a yes for templates in title and text, or the name of a preset
 * @throws NtfyRefusal, and Refusal `ratelimited`
 */
export async function withTemplate(message: NewMessage, template: string, bytes: Buffer, whose: string): Promise<NewMessage> {
  if (bytes.length > templateBytes) throw new NtfyRefusal(40041)
  const payload = textOf(bytes)
  const { title, body } = message
  const format = isYes(template) ? { language: 'go' as const, templates: { title, body } } : { preset: template.toLowerCase() }
  try {
    const { message: formatted } = await formatPayload(payload, format, whose)
    if (isYes(template)) return { ...message, ...formatted }
    return {
      ...formatted,
      ...message,
      ...(message.priority === priorities.usual && formatted.priority && { priority: formatted.priority }),
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new NtfyRefusal(numbers[error.trouble.kind], sentenceOf(error))
  }
}

/** The ntfy error for each problem with a payload or its templates. */
const numbers = {
  preset: 40048,
  payload: 40042,
  syntax: 40043,
  disallowed: 40044,
  failed: 40045,
  time: 40045,
  length: 40041,
} as const satisfies Record<FormatError['trouble']['kind'], number>

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NtfyRefusal(40042)
  }
}

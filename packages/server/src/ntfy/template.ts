// Makes a message of JSON: by a preset for its sender, or by templates in its title and its text.

import { priorities } from '@waypost/protocol'
import type { NewMessage } from '../source/message.ts'
import { FormatError, formatPayload, sentenceOf } from '../webhook/format.ts'
import { NtfyRefusal } from './errors.ts'
import { isYes } from './params.ts'

/** Bytes of JSON that templates are filled with. */
const templateBytes = 128 * 1_024

/** Whether a request has its body formatted. */
export const wantsTemplate = (template: string): boolean => template !== '' && !/^(?:no|0|false)$/i.test(template)

/**
 * A message, with the payload that came as its body. What the request says of it holds before what a preset makes of the payload.
 * @param template what the parameter says: a yes for templates in title and text, or the name of a preset
 * @param whose the account that the message goes to
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

/** The errors of ntfy for what can be wrong with a payload and its templates. */
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

import { readSetting, writeSetting } from '../browser.ts'

/** What this browser remembers of texting: the conversation last open on each phone, and what was typed and not sent. */

const threadsKey = 'sms_threads'
const draftPrefix = 'sms_draft_'

/** The conversation that was last open on a phone. */
export function rememberedThread(device: string): string | undefined {
  const thread = readThreads()[device]
  return typeof thread === 'string' ? thread : undefined
}

export function rememberThread(device: string, thread: string): void {
  writeSetting(threadsKey, JSON.stringify({ ...readThreads(), [device]: thread }))
}

/** What was typed to a conversation, or to `new`. */
export const readDraft = (item: string): string => readSetting(draftPrefix + item) ?? ''

export function writeDraft(item: string, text: string): void {
  writeSetting(draftPrefix + item, text === '' ? undefined : text)
}

function readThreads(): Record<string, unknown> {
  try {
    const threads: unknown = JSON.parse(readSetting(threadsKey) ?? '{}')
    return typeof threads === 'object' && threads !== null ? { ...threads } : {}
  } catch {
    return {}
  }
}

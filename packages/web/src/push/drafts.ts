import type { Draft } from '@waypost/client'
import { readSetting, writeSetting } from '../browser.ts'

/** What was typed and not sent, for each target. It survives a reload, and goes with the sign-out. */

const prefix = 'draft_'

export function readDraft(target: string): Required<Draft> {
  const none = { title: '', body: '', url: '' }
  try {
    const draft: unknown = JSON.parse(readSetting(prefix + target) ?? '{}')
    if (typeof draft !== 'object' || draft === null) return none
    const { title, body, url } = { ...none, ...draft } as Record<string, unknown>
    return { title: text(title), body: text(body), url: text(url) }
  } catch {
    return none
  }
}

export function writeDraft(target: string, draft: Draft): void {
  const written = Object.entries(draft).filter(([, text]) => text !== '')
  writeSetting(prefix + target, written.length === 0 ? undefined : JSON.stringify(Object.fromEntries(written)))
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

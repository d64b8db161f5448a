import { readSetting, writeSetting } from '../browser.ts'

/** What was typed and not sent, for each target. It survives a reload, and goes with the sign-out. */

const prefix = 'draft_'

export const readDraft = (target: string): string => readSetting(prefix + target) ?? ''

export function writeDraft(target: string, text: string): void {
  writeSetting(prefix + target, text === '' ? undefined : text)
}

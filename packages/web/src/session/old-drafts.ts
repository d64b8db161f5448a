import type { Session } from '@waypost/client'
import { readSetting, settingKeys, writeSetting } from '../browser/storage.ts'

/** Turns this browser's own drafts into drafts of all devices. Those of SMS stay here. */
export function moveOldDrafts(session: Session): void {
  const prefix = `draft_${session.$account.get()?.iden}_`
  for (const key of settingKeys(prefix)) {
    const target = targetOf(session, key.slice(prefix.length))
    if (!target) continue
    const old = parseOld(readSetting(key) ?? '')
    const now = session.drafts.of(target).get()
    const body = now.body.includes(old.body) ? now.body : [now.body, old.body].filter(Boolean).join('\n\n')
    session.drafts.write(target, { title: now.title || old.title, body, url: now.url || old.url })
    writeSetting(key, undefined)
  }
}

function targetOf({ target }: Session, place: string) {
  const sections = ['people', 'devices', 'following'] as const
  return sections.map((section) => target.find(section, place)).find((found) => found !== undefined)
}

/** Stored as JSON; an unreadable draft counts as empty. */
function parseOld(text: string): { title: string; body: string; url: string } {
  const read = (value: unknown) => (typeof value === 'string' ? value : '')
  try {
    const { title, body, url } = Object(JSON.parse(text))
    return { title: read(title), body: read(body), url: read(url) }
  } catch {
    return { title: '', body: '', url: '' }
  }
}

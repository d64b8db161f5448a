// Names a target in data that outlives the page or background that wrote it: menu item ids, messages, page addresses.

import { type Section, type Session, sectionOf, type Target } from '@waypost/client'

export interface TargetRef {
  section: Section
  key: string
}

const sections: readonly string[] = ['people', 'devices', 'following', 'sources'] satisfies Section[]

export const refOf = (target: Target): TargetRef => ({ section: sectionOf(target), key: target.key })

/** E.g. `people/ana@example.org`. */
export const textOfRef = ({ section, key }: TargetRef): string => `${section}/${key}`

/** Reads what `textOfRef` wrote; undefined for anything else. */
export function readRef(text: string): TargetRef | undefined {
  const at = text.indexOf('/')
  const [section, key] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && key !== '' && sections.includes(section) ? { section: section as Section, key } : undefined
}

/** The target that a ref names; undefined if it is gone. */
export const targetOfRef = ({ target }: Pick<Session, 'target'>, { section, key }: TargetRef): Target | undefined =>
  target.find(section, key)

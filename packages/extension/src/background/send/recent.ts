import type { Target } from '@waypost/client'
import { atom } from 'nanostores'
import * as v from 'valibot'
import type { Opened } from '../../session/own-session.ts'
import { mostRecent, withRecent } from '../../targets/offered-targets.ts'

const name = 'recent-targets'
const Refs = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** The recent targets of a session, by their refs, latest first. */
export function openRecent({ saved }: Pick<Opened, 'saved'>) {
  const { success, output } = v.safeParse(Refs, saved.read(name))
  const $recent = atom<readonly string[]>(success ? output.slice(0, mostRecent) : [])
  return {
    $recent,
    add(target: Target): void {
      $recent.set(withRecent($recent.get(), target))
      saved.write(name, JSON.stringify($recent.get()))
    },
  }
}
export type Recent = ReturnType<typeof openRecent>

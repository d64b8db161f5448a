// Creates, changes, shares and deletes sources. It is loaded with the screens and menus that use it.

import {
  type Call,
  createSource,
  deleteSource,
  type Gives,
  replaceSourceTokens,
  type SourceWithTokens,
  shareSource,
  type Takes,
  unshareSource,
  updateSource,
} from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import type { PlaceInList } from '../history/target.ts'
import type { Writes } from '../sync/writes.ts'

export interface SourceActions {
  /** @returns the source with its tokens, which are not shown again @throws Refusal, e.g. `topic_taken` */
  create(fields: Takes<typeof createSource>): Promise<SourceWithTokens>
  /** Revokes the old ones. @throws Refusal */
  replaceTokens(iden: string): Promise<SourceWithTokens>
  /** @throws Refusal */
  change(iden: string, fields: Omit<Takes<typeof updateSource>, 'iden'>): Promise<void>
  /** @throws Refusal */
  share(iden: string, email: string): Promise<void>
  /** @throws Refusal */
  unshare(iden: string, email: string): Promise<void>
  /** `until` in seconds; without it, a mute has no end. A refusal is reported, like those of the next two. */
  setMuted(iden: string, muted: boolean, until?: number): Promise<boolean>
  place(iden: string, place: PlaceInList): Promise<boolean>
  /** Deletes an own source with its messages, for everyone; leaves one that another person owns. */
  remove(iden: string): Promise<boolean>
}

interface Used {
  call: Calls['call']
  sourceWrites: Writes<'sources'>
}

/** The actions of a person on the sources of a session. The mirror has the result when they return. */
export function sourcesOf({ call, sourceWrites: { update, remove, take } }: Used): SourceActions {
  async function make<C extends Call>(definition: C, input: Takes<C>): Promise<Gives<C>> {
    const answer = await call(definition, input)
    take(answer)
    return answer
  }
  return {
    create: (fields) => make(createSource, fields),
    replaceTokens: (iden) => make(replaceSourceTokens, { iden }),
    change: async (iden, fields) => void (await make(updateSource, { ...fields, iden })),
    share: async (iden, email) => void (await make(shareSource, { iden, email })),
    unshare: async (iden, email) => void (await make(unshareSource, { iden, email })),
    setMuted: (iden, muted, muted_until) => update(updateSource, { iden, muted, muted_until }),
    place: (iden, place) => update(updateSource, { iden, ...place }),
    remove: (iden) => remove(deleteSource, iden),
  }
}

// Creates a push: the steps from what its sender gives to the rows of everybody who gets it.

import type { Push } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import type { Deps } from '../../deps.ts'
import type { SourceRef } from '../../source/rows.ts'
import { checkContent, contentOf, type NewPush } from '../content.ts'
import { pushObject } from '../row.ts'
import { findPushByGuid, pushByGuid } from '../rows.ts'
import type { WithDelivered } from '../source/write-message.ts'
import { complete } from './complete.ts'
import { decide, SharedMeanwhile } from './decide.ts'
import { newPush } from './new-push.ts'
import { type Destination, findDestination, sourceDestination } from './recipient.ts'
import { write } from './write.ts'

type Used = Pick<Deps, 'config' | 'db' | 'bus' | 'change' | 'jobs' | 'awake' | 'storage' | 'origin' | 'previews'> & WithDelivered

/** Creates a push, or returns the one with the same guid. @param source the destination, if read; may be outdated @throws Refusal */
export async function create(deps: Used, sender: Account, input: NewPush, source?: SourceRef): Promise<Push> {
  checkContent(contentOf(input))
  const to = await findDestination(deps, sender, input, source)
  try {
    return await createIn(deps, sender, input, to)
  } catch (error) {
    if (!(error instanceof SharedMeanwhile)) throw error
    return createIn(deps, sender, input, await sourceDestination(deps.db, error.source))
  }
}

/** The steps within one change of all boxes that get a row. */
function createIn(deps: Used, sender: Account, input: NewPush, to: Destination): Promise<Push> {
  const { change, storage } = deps
  const { guid } = input
  const ahead = [...(guid === undefined ? [] : [pushByGuid(sender.iden, guid)]), ...storage.asks(sender.iden)]
  return change(
    to.boxes,
    async (tx) => {
      // Changes of one box run one after another, so this holds for concurrent requests too.
      const earlier = guid === undefined ? undefined : await findPushByGuid(tx, sender.iden, guid)
      if (earlier) return pushObject(earlier, sender)
      const decided = await decide(tx, deps, sender, input, to)
      const built = await newPush(tx, sender, decided.input, decided.where)
      const push = await complete(tx, deps, built, decided.rows)
      return write(tx, deps, sender, push, decided)
    },
    { ahead },
  )
}

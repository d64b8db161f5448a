import { muteAheadMilliseconds, Refusal, type Seconds } from '@waypost/protocol'
import { type Change, fromSeconds, type Micros, microseconds, toSeconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { SyncedRow } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { filled } from '../objects.ts'

/** The columns of a conversation that can be muted. `muted_until` is null when it is not muted or muted indefinitely. */
export interface MuteColumns {
  muted: number
  muted_until: Micros | null
}

/** When a conversation was pinned or archived. At most one of them is not null. */
export interface PlaceColumns {
  pinned: Micros | null
  archived: Micros | null
}

export const notMuted: MuteColumns = { muted: 0, muted_until: null }
export const notPlaced: PlaceColumns = { pinned: null, archived: null }

/** The change that a call requests, as parsed by `muteFields` and `placeFields` of the protocol. */
interface Wanted {
  muted?: boolean | undefined
  muted_until?: Seconds | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
}

/** Applies the requested mute. @throws Refusal `invalid_param` for a time that has passed or is too far ahead */
export function muteAsWanted({ muted, muted_until }: MuteColumns, wanted: Wanted): MuteColumns {
  if (wanted.muted === false) return notMuted
  if (wanted.muted_until === undefined) return wanted.muted ? { muted: 1, muted_until: null } : { muted, muted_until }
  const until = fromSeconds(wanted.muted_until)
  const now = microseconds()
  if (until <= now) throw Refusal.param('muted_until', 'Choose a time in the future.')
  if (until > now + muteAheadMilliseconds * 1_000) throw Refusal.param('muted_until', 'Choose a time within a year.')
  return { muted: 1, muted_until: until }
}

/** Applies the requested pinning or archiving. */
export function placeAsWanted({ pinned, archived }: PlaceColumns, wanted: Wanted): PlaceColumns {
  if (wanted.pinned) return { pinned: pinned ?? microseconds(), archived: null }
  // Archiving again puts it below everything that has arrived meanwhile.
  if (wanted.archived) return { pinned: null, archived: microseconds() }
  return { pinned: wanted.pinned === false ? null : pinned, archived: wanted.archived === false ? null : archived }
}

/** Whether a call changes nothing. */
export const isSame = <R extends object>(before: R, after: R): boolean =>
  (Object.keys(after) as (keyof R)[]).every((name) => after[name] === before[name])

export const muteObject = ({ muted, muted_until }: MuteColumns) =>
  filled({ muted: muted === 1, muted_until: muted_until === null ? undefined : toSeconds(muted_until) })

export const placeObject = ({ pinned, archived }: PlaceColumns) =>
  filled({
    pinned: pinned === null ? undefined : toSeconds(pinned),
    archived: archived === null ? undefined : toSeconds(archived),
  })

type Mutable = 'chat' | 'channel' | 'subscription' | 'source'
type Ending = Pick<SyncedRow, 'iden' | 'owner'>

const concurrency = 4

/** Adds the job that ends a mute, if it has an end. */
export async function addMuteEnd(tx: Writer, jobs: Jobs, kind: Mutable, row: Ending & MuteColumns): Promise<void> {
  const { iden, owner, muted_until: at } = row
  if (at !== null) await jobs.add(tx, { type: `unmute-${kind}`, key: iden, payload: { iden, owner } satisfies Ending, at })
}

/** Registers the jobs that end mutes of one kind, so that programs that don't know `muted_until` see the end. */
export function endMutes<R extends SyncedRow & MuteColumns>(
  { db, change, jobs }: Pick<Deps, 'db' | 'change' | 'jobs'>,
  kind: Mutable,
  find: (reader: Deps['db'] | Change, owner: string, iden: string) => Promise<R | undefined>,
  save: (tx: Change, row: R) => Promise<unknown>,
): void {
  jobs.handle<Ending>(
    `unmute-${kind}`,
    async (ending, _attempt, { now }) => {
      const { iden, owner } = ending
      if (!(await find(db, owner, iden))?.active) return undefined
      return change([owner], async (tx) => {
        const row = await find(tx, owner, iden)
        if (!row?.active || row.muted_until === null) return undefined
        if (row.muted_until > now) return { again: ending, at: row.muted_until }
        await save(tx, { ...row, ...notMuted })
        return undefined
      })
    },
    concurrency,
  )
}

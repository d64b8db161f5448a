import {
  createSource,
  deleteSource,
  listSources,
  membersPerSource,
  normalizeEmail,
  Refusal,
  replaceSourceTokens,
  shareSource,
  unshareSource,
  updateSource,
} from '@waypost/protocol'
import { addMuteEnd, endMutes, isSame, notMuted, notPlaced } from '../account/arranged.ts'
import { type Account, findReceiver } from '../account/rows.ts'
import { blocks } from '../block/rows.ts'
import { type Change, microseconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import { lists } from '../objects.ts'
import { leaveSource } from './leave.ts'
import { insertSource, newSource } from './new-source.ts'
import { findSourceIn, isRoot, membersOf, rowsOfSource, type SourceRow, saveSource, sourceObject, sources } from './rows.ts'
import {
  asToldTo,
  ofOwner,
  retentionJob,
  type SourceJob,
  seenByMembers,
  sharedBy,
  withMember,
  withoutMember,
  withSettings,
} from './rules.ts'
import { newTokens } from './tokens.ts'
import { checkTopic, topicOfName } from './topics.ts'

export function sourceCalls(deps: Deps): Handler[] {
  const { db, change, jobs } = deps
  return [
    handle(listSources, async (query, { caller }) => {
      const { rows, cursor } = await sources.list(db, caller.account.iden, query)
      return { ...lists({}, cursor), sources: rows.map(sourceObject) }
    }),
    handle(createSource, async ({ name, topic, ...fields }, { caller }) => {
      const owner = caller.account.iden
      if (topic !== undefined) checkTopic(topic)
      const { shown, stored } = newTokens()
      const row = withSettings(newSource(owner, topic ?? topicOfName(name), name), fields)
      return change([owner], async (tx) => ({
        ...sourceObject(await insertSource(tx, { ...row, ...stored, tokens_made: microseconds() })),
        ...shown,
      }))
    }),
    handle(updateSource, async (input, { caller }) => {
      const owner = caller.account.iden
      const before = await openSource(db, owner, input.iden)
      return change(await boxesOf(db, before), async (tx) => {
        const row = await openSource(tx, owner, input.iden)
        if (!isRoot(row) && ofOwner.some((name) => input[name] !== undefined))
          throw new Refusal('forbidden', 'Only the owner of this source changes that.')
        const wanted = asToldTo(withSettings(row, input), input)
        if (isSame(row, wanted)) return sourceObject(row)
        await addMuteEnd(tx, jobs, 'source', wanted)
        const saved = await saveSource(tx, wanted)
        await followRoot(tx, row, saved)
        for (const { iden, owner } of keepsDiffer(row, saved) ? await rowsOfSource(tx, saved.root) : [])
          await jobs.add(tx, { type: retentionJob, key: iden, payload: { iden, owner } satisfies SourceJob })
        return sourceObject(saved)
      })
    }),
    handle(deleteSource, async ({ iden }, { caller }) => {
      const row = await sources.find(db, caller.account.iden, iden)
      if (!row) throw new Refusal('not_found')
      await leaveSource(deps, row)
      return {}
    }),
    handle(replaceSourceTokens, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      const { shown, stored } = newTokens()
      return change([owner], async (tx) => {
        const row = await ownSource(tx, owner, iden)
        return { ...sourceObject(await saveSource(tx, { ...row, ...stored, tokens_made: microseconds() })), ...shown }
      })
    }),
    handle(shareSource, ({ iden, email }, { caller }) => share(deps, caller.account, iden, email)),
    handle(unshareSource, async ({ iden, email }, { caller }) => {
      const owner = caller.account.iden
      const row = await ownSource(db, owner, iden)
      const member = membersOf(row).find((each) => normalizeEmail(each.email) === normalizeEmail(email))
      if (!member) throw new Refusal('not_found')
      const theirs = await findSourceIn(db, row.root, member.iden)
      if (theirs?.active) await leaveSource(deps, theirs)
      // Someone who blocks the owner has no row, but is still listed.
      return change([owner], async (tx) => {
        const now = await ownSource(tx, owner, iden)
        const members = withoutMember(now, member.iden)
        return sourceObject(members === now.members ? now : await saveSource(tx, { ...now, members }))
      })
    }),
  ]
}

/** Registers the job that ends mutes of sources. */
export const endSourceMutes = (deps: Deps) => endMutes(deps, 'source', sources.find, (tx, row: SourceRow) => saveSource(tx, row))

/** Finds a source of the account, its own or a shared one. @throws Refusal `not_found` */
async function openSource(reader: Reader, owner: string, iden: string): Promise<SourceRow> {
  const row = await sources.find(reader, owner, iden)
  if (!row?.active) throw new Refusal('not_found')
  return row
}

/** Finds a source that the account owns. @throws Refusal `not_found`, `forbidden` */
async function ownSource(reader: Reader, owner: string, iden: string): Promise<SourceRow> {
  const row = await openSource(reader, owner, iden)
  if (!isRoot(row)) throw new Refusal('forbidden', 'Only the owner of this source may do this.')
  return row
}

/** The boxes that have a source; for a member's row, only the member's own. */
async function boxesOf(reader: Reader, row: SourceRow): Promise<string[]> {
  if (!isRoot(row) || row.members === null) return [row.owner]
  return [row.owner, ...(await rowsOfSource(reader, row.root)).map(({ owner }) => owner)]
}

const keepsDiffer = (before: SourceRow, after: SourceRow): boolean =>
  before.keep_seconds !== after.keep_seconds || before.keep_count !== after.keep_count

/** Updates the members' rows after a change by a source's owner. */
async function followRoot(tx: Change, before: SourceRow, row: SourceRow): Promise<void> {
  if (!isRoot(row) || row.members === null || isSame(seenByMembers(before), seenByMembers(row))) return
  for (const other of await rowsOfSource(tx, row.root))
    if (!isRoot(other)) await saveSource(tx, { ...other, ...seenByMembers(row) }, false)
}

async function share({ db, config, change }: Deps, owner: Account, iden: string, email: string) {
  const address = normalizeEmail(email)
  await ownSource(db, owner.iden, iden)
  if (address === owner.email_normalized) throw Refusal.param('email', 'This is your own address.')
  const person = await findReceiver(db, config, address)
  if (!person) throw Refusal.param('email', 'There is no account with this address on this server.')
  return change([owner.iden, person.iden], async (tx) => {
    const row = await ownSource(tx, owner.iden, iden)
    const known = await findSourceIn(tx, row.root, person.iden)
    if (known?.active) return sourceObject(row)
    if (membersOf(row).length >= membersPerSource)
      throw new Refusal('forbidden', `A source is shared with ${membersPerSource} people at most.`)
    // They must not learn that they are blocked, so nothing is created for them.
    if (!(await blocks(tx, person.iden, owner))) {
      const fresh = known ?? { ...newSource(person.iden, '', ''), iden: objectIden(person.iden) }
      const shown = { ...seenByMembers(row), root: row.root, topic: null, active: 1, shared_by: sharedBy(owner) }
      await saveSource(tx, { ...fresh, ...notMuted, ...notPlaced, ...shown }, false)
    }
    return sourceObject(await saveSource(tx, { ...row, members: withMember(row, person) }))
  })
}

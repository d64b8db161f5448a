import { type createSource, isWebAddress, Refusal, type Source, type Taken, type updateSource } from '@waypost/protocol'
import { muteAsWanted, placeAsWanted } from '../account/arranged.ts'
import type { Account } from '../account/rows.ts'
import { type Member, membersOf, type SourceRow } from './rows.ts'

/** The type of the job that deletes a source's messages in one box, after its row; the key is the row. */
export const sourceClosedJob = 'source-closed'
/** The type of the job that applies a changed retention to existing messages; the key is the row. */
export const retentionJob = 'source-retention'

/** The payload of both jobs. */
export interface SourceJob {
  iden: string
  owner: string
}

type Fields = Omit<Taken<typeof createSource>, 'name' | 'topic'>

/** The settings that a source's owner changes; an empty text clears one, and 0 a retention. @throws Refusal `invalid_param` */
export function withSettings(row: SourceRow, fields: Fields & { name?: string | undefined }): SourceRow {
  const changed = { ...row }
  if (fields.name !== undefined) changed.name = fields.name
  if (fields.description !== undefined) changed.description = fields.description || null
  if (fields.image_url !== undefined) {
    if (fields.image_url !== '' && !isWebAddress(fields.image_url))
      throw Refusal.param('image_url', 'A picture needs an address that begins with http:// or https://.')
    changed.image_url = fields.image_url || null
  }
  if (fields.default_priority !== undefined) changed.default_priority = fields.default_priority
  if (fields.keep_seconds !== undefined) changed.keep_seconds = fields.keep_seconds || null
  if (fields.keep_count !== undefined) changed.keep_count = fields.keep_count || null
  if (fields.open !== undefined) changed.open = fields.open ? 1 : 0
  if (fields.webhook !== undefined)
    changed.webhook = Object.values(fields.webhook).some((text) => text) ? JSON.stringify(fields.webhook) : null
  if (fields.webhook_secret !== undefined) changed.webhook_secret = fields.webhook_secret.trim() || null
  return changed
}

/** The settings of a row's owner for its notifications, and its place in the lists. @throws Refusal `invalid_param` */
export function asToldTo(row: SourceRow, fields: Taken<typeof updateSource>): SourceRow {
  const changed = { ...row, ...muteAsWanted(row, fields), ...placeAsWanted(row, fields) }
  if (fields.ignores_quiet_hours !== undefined) changed.ignores_quiet_hours = fields.ignores_quiet_hours ? 1 : 0
  if (fields.clear_quiet_hours) changed.quiet_hours = null
  else if (fields.quiet_hours !== undefined) changed.quiet_hours = JSON.stringify(fields.quiet_hours)
  return changed
}

/** The fields that only the owner of a source may change. */
export const ofOwner: readonly (keyof Taken<typeof updateSource>)[] = [
  'name',
  'description',
  'image_url',
  'default_priority',
  'keep_seconds',
  'keep_count',
  'open',
  'webhook',
  'webhook_secret',
]

/** The columns of a member's row that follow the owner's. */
export const seenByMembers = ({ name, description, image_url, keep_seconds, keep_count }: SourceRow) => ({
  name,
  description,
  image_url,
  keep_seconds,
  keep_count,
})

/** The owner of a source, as its members see it. */
export const sharedBy = ({ email, name }: Account): string =>
  JSON.stringify({ email, ...(name !== null && { name }) } satisfies NonNullable<Source['shared_by']>)

/** The members with another one added, or updated if already a member. */
export function withMember(row: SourceRow, { iden, email, name, image_url }: Account): string {
  const member: Member = { iden, email, ...(name !== null && { name }), ...(image_url !== null && { image_url }) }
  return JSON.stringify([...membersOf(row).filter((other) => other.iden !== iden), member])
}

/** The members without one; null if none are left. */
export function withoutMember(row: SourceRow, iden: string): string | null {
  const left = membersOf(row).filter((member) => member.iden !== iden)
  return left.length > 0 ? JSON.stringify(left) : null
}

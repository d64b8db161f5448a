// Reads and writes the rows of invitations. Their secrets are one-time links.

import {
  type adminListInvitations,
  type Gives,
  type Invitation,
  Refusal,
  rowsPerAdministrationPage,
  type Taken,
} from '@waypost/protocol'
import { type Micros, microseconds, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { containing, rankedAfter, rankedOrder, rankedPage, readRankedCursor } from '../db/pages.ts'
import { countRows, saveRow } from '../db/write-row.ts'
import { objectIden } from '../iden.ts'
import { addLink, endLinks, findLink, replaceLink } from '../mail/link-rows.ts'
import { filled } from '../objects.ts'

export const invitationsPerAccount = 10_000

/** How long the link to the first account is valid; each start of the server creates another. */
const setupLinkMilliseconds = 7 * 24 * 60 * 60_000

/** How long an invitation is valid. */
export const invitationMilliseconds = 14 * 24 * 60 * 60_000

/** Stamps in microseconds. */
interface InvitationRow {
  iden: string
  owner: string
  email: string
  email_normalized: string
  /** 1 if it was emailed. */
  sent: number
  created: Micros
  expires: Micros
  /** When the person signed up. */
  used: number | null
  revoked: number | null
}

/** The secret of an emailed link also proves the address, because only its mailbox received it. */
const purposes = { mailed: 'invite-mailed', copied: 'invite-copied' } as const
type Way = keyof typeof purposes

const findInvitationOf = (reader: Reader, owner: string, normalized: string) =>
  reader.one<InvitationRow>('SELECT * FROM invite WHERE owner = $1 AND email_normalized = $2', [owner, normalized])

/** Whether an account has invited an address and revoked the invitation. */
export async function hasRevoked(reader: Reader, owner: string, normalized: string): Promise<boolean> {
  const row = await findInvitationOf(reader, owner, normalized)
  return row !== undefined && row.revoked !== null
}

/** Invites an address, or renews an open invitation. Links of an ended invitation stay invalid. @throws Refusal `forbidden` */
export async function openInvitation(
  tx: Writer,
  owner: string,
  { email, normalized, sent }: { email: string; normalized: string; sent: boolean },
): Promise<InvitationRow> {
  // Concurrent invitations of one account must not all find room for one more.
  await tx.lock(`invitations of ${owner}`)
  const before = await findInvitationOf(tx, owner, normalized)
  if (!before && (await countRows(tx, 'FROM invite WHERE owner = $1', [owner])) >= invitationsPerAccount)
    throw new Refusal('forbidden', `An account makes at most ${invitationsPerAccount.toLocaleString('en-US')} invitations.`)
  const now = microseconds()
  const renewed = before && stateOf(before) === 'open'
  if (before?.iden && !renewed) await endInvitationLinks(tx, before.iden)
  const row: InvitationRow = {
    iden: before?.iden ?? objectIden(owner),
    owner,
    email,
    email_normalized: normalized,
    sent: sent || (renewed && before.sent === 1) ? 1 : 0,
    created: renewed ? before.created : now,
    expires: now + invitationMilliseconds * 1_000,
    used: null,
    revoked: null,
  }
  await saveRow(tx, 'invite', 'owner, email_normalized', row)
  return row
}

/** Adds a link to an invitation. @returns its secret, which is stored nowhere */
export const addInvitationLink = (tx: Writer, iden: string, way: Way) =>
  addLink(tx, { purpose: purposes[way], subject: iden }, invitationMilliseconds)

async function endInvitationLinks(tx: Writer, iden: string): Promise<void> {
  for (const purpose of Object.values(purposes)) await endLinks(tx, purpose, iden)
}

/** Finds an invitation by its secret, and whether the secret was emailed; undefined if the secret is unknown or expired. */
export async function findInvitation(
  reader: Reader,
  secret: string,
): Promise<(InvitationRow & { state: Invitation['state']; mailed: boolean }) | undefined> {
  for (const [way, purpose] of Object.entries(purposes)) {
    const link = await findLink(reader, purpose, secret)
    const row = link && (await reader.one<InvitationRow>('SELECT * FROM invite WHERE iden = $1', [link.subject]))
    if (row) return { ...row, state: stateOf(row), mailed: way === 'mailed' }
  }
  return undefined
}

/** Whether an address has an open invitation. */
export async function isInvited(reader: Reader, normalized: string): Promise<boolean> {
  const rows = await reader.all<InvitationRow>('SELECT * FROM invite WHERE email_normalized = $1', [normalized])
  return rows.some((row) => stateOf(row) === 'open')
}

/** Marks the invitations of an address, which now has an account, as used. */
export const useInvitations = (tx: Writer, normalized: string) =>
  tx.run('UPDATE invite SET used = $2 WHERE email_normalized = $1 AND used IS NULL AND revoked IS NULL', [
    normalized,
    microseconds(),
  ])

/** Revokes an invitation, of one account or of any. @returns undefined when there is none to revoke */
export async function endInvitation(
  tx: Writer,
  iden: string,
  owner?: string,
): Promise<{ owner: string; email: string } | undefined> {
  const row = await tx.one<InvitationRow>('SELECT * FROM invite WHERE iden = $1', [iden])
  if (!row || (owner !== undefined && row.owner !== owner) || stateOf(row) !== 'open') return undefined
  await tx.run('UPDATE invite SET revoked = $2 WHERE iden = $1', [iden, microseconds()])
  return row
}

interface AnyInvitationRow extends InvitationRow {
  by_email: string
  by_name: string | null
  /** 0 for an open invitation, 1 for one that has ended. */
  rank: number
}

/** When a row expires. A node of the previous version doesn't write `expires`. */
const endOf = `COALESCE(invite.expires, invite.created + ${invitationMilliseconds * 1_000})`

const states: Record<Invitation['state'], string> = {
  open: `invite.used IS NULL AND invite.revoked IS NULL AND ${endOf} > $1`,
  used: 'invite.used IS NOT NULL',
  revoked: 'invite.used IS NULL AND invite.revoked IS NOT NULL',
  expired: `invite.used IS NULL AND invite.revoked IS NULL AND ${endOf} <= $1`,
}

type AnyInvitation = Gives<typeof adminListInvitations>['invitations'][number]

interface Page {
  limit?: number | undefined
  cursor?: string | undefined
}

const rank = `CASE WHEN ${states.open} THEN 0 ELSE 1 END AS rank`

/** One page of an account's invitations: open ones first, then newest first. */
export async function listInvitationsOf(
  reader: Reader,
  owner: string,
  { limit = rowsPerAdministrationPage, cursor }: Page,
): Promise<{ invitations: Invitation[]; cursor?: string }> {
  const found = await reader.all<InvitationRow & { rank: number }>(
    `SELECT * FROM (SELECT invite.*, ${rank} FROM invite WHERE owner = $2 AND iden IS NOT NULL) AS found
     WHERE ${rankedAfter(4)} ${rankedOrder} LIMIT $3`,
    [microseconds(), owner, limit + 1, ...readRankedCursor(cursor)],
  )
  const { rows, ...more } = rankedPage(found, limit)
  return { invitations: rows.map(invitationObject), ...more }
}

/** One page of all invitations with inviters: open first, then newest. `search` matches part of an address or the inviter's name. */
export async function listAllInvitations(
  reader: Reader,
  { search = '', state, limit = rowsPerAdministrationPage, cursor }: Taken<typeof adminListInvitations>,
): Promise<{ invitations: AnyInvitation[]; cursor?: string }> {
  const found = await reader.all<AnyInvitationRow>(
    `SELECT * FROM (
       SELECT invite.*, account.email AS by_email, account.name AS by_name, ${rank}
       FROM invite JOIN account ON account.iden = invite.owner
       WHERE invite.iden IS NOT NULL ${state ? `AND ${states[state]}` : ''}
         AND lower(COALESCE(invite.email, '') || ' ' || account.email || ' ' || COALESCE(account.name, '')) LIKE $2 ESCAPE '!'
     ) AS found
     WHERE ${rankedAfter(4)} ${rankedOrder} LIMIT $3`,
    [microseconds(), containing(search), limit + 1, ...readRankedCursor(cursor)],
  )
  const { rows, ...more } = rankedPage(found, limit)
  return {
    invitations: rows.map((row) => ({
      ...invitationObject(row),
      by: { iden: row.owner, email: row.by_email, ...filled({ name: row.by_name }) },
    })),
    ...more,
  }
}

/** An invitation of any account, with its state. */
export async function findAnyInvitation(
  reader: Reader,
  iden: string,
): Promise<(InvitationRow & { state: Invitation['state'] }) | undefined> {
  const row = await reader.one<InvitationRow>('SELECT * FROM invite WHERE iden = $1', [iden])
  return row && { ...row, state: stateOf(row) }
}

/** The idens of the open invitations of an address. */
export async function openInvitationsOf(reader: Reader, normalized: string): Promise<string[]> {
  const rows = await reader.all<InvitationRow>('SELECT * FROM invite WHERE email_normalized = $1 AND iden IS NOT NULL', [
    normalized,
  ])
  return rows.filter((row) => stateOf(row) === 'open').map(({ iden }) => iden)
}

function invitationObject(row: InvitationRow): Invitation {
  const { iden, email, created, expires, sent } = row
  return { iden, email, created: toSeconds(created), expires: toSeconds(expires), state: stateOf(row), sent: sent === 1 }
}

function stateOf({ used, revoked, expires, created }: InvitationRow): Invitation['state'] {
  if (used !== null) return 'used'
  if (revoked !== null) return 'revoked'
  // A node of the previous version doesn't write `expires`.
  return (expires ?? created + invitationMilliseconds * 1_000) > microseconds() ? 'open' : 'expired'
}

/** The links that create the first account of a server that others can reach, too: the first account is the administrator's. */
const setupLinks = { purpose: 'setup', subject: 'server' } as const

/** Adds a link without ending earlier ones: nodes that start together print one each. @returns its secret */
export const addSetupLink = (tx: Writer) => addLink(tx, setupLinks, setupLinkMilliseconds)

/** Creates a link and ends all earlier ones. @returns its secret */
export const replaceSetupLink = (tx: Writer) => replaceLink(tx, setupLinks, setupLinkMilliseconds)

export const isSetupSecret = async (reader: Reader, secret: string | undefined): Promise<boolean> =>
  secret !== undefined && (await findLink(reader, setupLinks.purpose, secret)) !== undefined

/** Ends the links once an account exists. */
export const endSetupLinks = (tx: Writer) => endLinks(tx, setupLinks.purpose, setupLinks.subject)

/** The page where an invited person signs up. The secret is in the fragment, which browsers send to no server. */
export const signUpAddress = (origin: string, invite?: string): string =>
  invite === undefined ? `${origin}/signin` : `${origin}/signin#invite=${invite}`

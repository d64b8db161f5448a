import {
  clearHistory,
  createPush,
  deleteAllPushes,
  deletePush,
  getActivity,
  getHistory,
  getPush,
  limits,
  listPushes,
  normalizeConversation,
  normalizeEmail,
  type Push,
  Refusal,
  type Taken,
  updatePush,
} from '@waypost/protocol'
import { type Account, addInvite, findAccountByEmail } from '../account/rows.ts'
import { blocks } from '../block/rows.ts'
import { type Change, fromSeconds } from '../change.ts'
import { findChannelByTag } from '../channel/rows.ts'
import { openChat } from '../chat/rows.ts'
import { personAt } from '../chat/rules.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { devices } from '../device/rows.ts'
import { type Handler, handle } from '../http.ts'
import { objectIden } from '../iden.ts'
import { countMail } from '../mail/allowance.ts'
import { mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { lists } from '../objects.ts'
import { clearConversation, clearPushes } from './clear.ts'
import { releaseFile, withFile } from './files.ts'
import { mailOfPush } from './mail.ts'
import { post, sourceOf } from './post.ts'
import {
  activityOf,
  conversationOfRow,
  dismissPush,
  erasePush,
  findPushByGuid,
  insertPush,
  listConversation,
  type PushRow,
  pushes,
  pushObject,
  readHistory,
} from './rows.ts'
import { bytesOf, checkContent, contentOf, parseRecipient } from './rules.ts'

export function pushCalls(deps: Deps): Handler[] {
  const { db, change, jobs, origin } = deps

  return [
    handle(createPush, async (input, { caller: { account } }) => {
      checkContent(contentOf(input))
      const recipient = parseRecipient(input)
      if (recipient.kind === 'channel' || recipient.kind === 'client') {
        return change([account.iden], (tx) =>
          once(tx, account, input.guid, async () => {
            const source = await sourceOf(tx, account.iden, recipient)
            const push = await counted(tx, deps, await newPush(tx, account, input, source))
            return post(tx, jobs, push, account)
          }),
        )
      }
      const address = recipient.kind === 'email' ? normalizeEmail(recipient.email) : account.email_normalized
      if (address === account.email_normalized) {
        return change([account.iden], (tx) => once(tx, account, input.guid, () => pushToSelf(tx, account, input, deps)))
      }
      const receiver = await findAccountByEmail(db, address)
      return change(receiver ? [account.iden, receiver.iden] : [account.iden], (tx) =>
        once(tx, account, input.guid, () => pushToPerson(tx, account, input, receiver, deps)),
      )
    }),
    handle(listPushes, async (query, { caller: { account } }) => {
      const conversation = await conversationAsked(db, query)
      const { rows, cursor } =
        conversation === undefined
          ? await pushes.list(db, account.iden, query)
          : await listConversation(db, account.iden, query, conversation)
      return lists({ pushes: rows.map((row) => pushObject(row, account)) }, cursor)
    }),
    handle(getHistory, async ({ conversation, created_before, limit = limits.pageSize }, { caller: { account } }) => {
      const before = created_before === undefined ? Number.MAX_SAFE_INTEGER : fromSeconds(created_before)
      const { rows, more } = await readHistory(db, account.iden, normalizeConversation(conversation), before, limit)
      return { pushes: rows.map((row) => pushObject(row, account)), more }
    }),
    handle(getActivity, async (_input, { caller }) => activityOf(db, caller.account.iden)),
    handle(clearHistory, async ({ conversation }, { caller: { account } }) => {
      await db.write((tx) => clearConversation(tx, jobs, account.iden, normalizeConversation(conversation)))
      return {}
    }),
    handle(getPush, async ({ iden }, { caller: { account } }) => {
      const push = await pushes.find(db, account.iden, iden)
      if (!push) throw new Refusal('not_found')
      return pushObject(push, account)
    }),
    handle(updatePush, async ({ iden, dismissed }, { caller: { account } }) =>
      change([account.iden], async (tx) => {
        const push = await pushes.find(tx, account.iden, iden)
        if (!push?.active) throw new Refusal('not_found')
        return dismissed && !push.dismissed ? dismissPush(tx, push, account) : pushObject(push, account)
      }),
    ),
    handle(deletePush, async ({ iden }, { caller: { account } }) =>
      change([account.iden], async (tx) => {
        const push = await pushes.find(tx, account.iden, iden)
        if (!push) throw new Refusal('not_found')
        if (!push.active) return {}
        await erasePush(tx, push, account)
        await releaseFile(tx, jobs, origin(), push)
        return {}
      }),
    ),
    handle(deleteAllPushes, async (_input, { caller: { account } }) => {
      await db.write((tx) => clearPushes(tx, jobs, account.iden))
      return {}
    }),
  ]
}

/** Creates a push, or answers the one that the same guid made before: also when two arrive at once, for changes wait their turn. */
async function once(tx: Change, account: Account, guid: string | undefined, create: () => Promise<Push>): Promise<Push> {
  const earlier = guid === undefined ? undefined : await findPushByGuid(tx, account.iden, guid)
  return earlier ? pushObject(earlier, account) : create()
}

async function pushToSelf(tx: Change, account: Account, input: Taken<typeof createPush>, deps: Deps): Promise<Push> {
  const recipient = parseRecipient(input)
  if (recipient.kind === 'device' && !(await devices.find(tx, account.iden, recipient.iden))?.active)
    throw Refusal.param('device_iden')
  const push = await newPush(tx, account, input, { direction: 'self', ...seenBy(deps.awake, account.iden) })
  return insertPush(tx, await counted(tx, deps, push), account)
}

async function pushToPerson(
  tx: Change,
  account: Account,
  input: Taken<typeof createPush>,
  receiver: Account | undefined,
  deps: Deps,
): Promise<Push> {
  const person = personAt(input.email as string, receiver)
  await openChat(tx, account.iden, person)
  const asPerson = { direction: 'outgoing', ...withPerson(person) } as const
  // Who is blocked does not learn of it, so it costs the same.
  const outgoing = await counted(tx, deps, await newPush(tx, account, input, asPerson), receiver ? 2 : 1)
  if (!receiver && !(await mailInstead(tx, account, outgoing, deps))) outgoing.email_skipped = 1
  // Whoever is blocked does not learn of it.
  if (receiver && !(await blocks(tx, receiver.iden, account.email_normalized))) {
    await openChat(tx, receiver.iden, account)
    const incoming: PushRow = { ...outgoing, ...withPerson(account), owner: receiver.iden, direction: 'incoming' }
    incoming.iden = objectIden(receiver.iden)
    incoming.conversation = conversationOfRow(incoming)
    // The sender's own words for it; the receiver may have used the same ones.
    incoming.guid = null
    incoming.source_device_iden = null
    Object.assign(incoming, seenBy(deps.awake, receiver.iden))
    await insertPush(tx, incoming, receiver)
  }
  return insertPush(tx, outgoing, account)
}

/**
 * A push that is about to be written `copies` times, with what it says of its file put right and room for it taken.
 * @throws Refusal `storage_quota`
 */
async function counted(tx: Change, { origin, storage }: Deps, draft: PushRow, copies = 1): Promise<PushRow> {
  const push = await withFile(tx, origin(), draft)
  push.bytes = bytesOf(push)
  await storage.claim(tx, draft.owner, push.bytes * copies)
  return push
}

/** A push of an account, not yet written. @throws Refusal `invalid_param` */
export async function newPush(
  tx: Change,
  account: Account,
  input: Taken<typeof createPush>,
  where: Pick<PushRow, 'direction'> & Partial<PushRow>,
): Promise<PushRow> {
  const source = input.source_device_iden
  if (source && !(await devices.find(tx, account.iden, source))) throw Refusal.param('source_device_iden')
  const push: PushRow = {
    iden: objectIden(account.iden),
    owner: account.iden,
    active: 1,
    created: 0,
    modified: 0,
    guid: input.guid ?? null,
    conversation: '',
    dismissed: 0,
    with_iden: null,
    with_email: null,
    with_email_normalized: null,
    with_name: null,
    with_image_url: null,
    target_device_iden: input.device_iden ?? null,
    source_device_iden: source ?? null,
    client_iden: null,
    channel_iden: null,
    email_skipped: 0,
    payer: account.iden,
    bytes: 0,
    awake_app_guids: null,
    ...contentOf(input),
    ...where,
  }
  return { ...push, conversation: conversationOfRow(push) }
}

/** Apps that somebody looks at while a push arrives show it themselves: it counts as seen. */
export function seenBy(awake: Deps['awake'], owner: string): Partial<PushRow> {
  const guids = awake.guidsOf(owner)
  return guids.length > 0 ? { dismissed: 1, awake_app_guids: JSON.stringify(guids) } : {}
}

/**
 * Emails a person without an account what the push says, with an invitation.
 * @returns false when no email is sent because a daily limit is reached; the push is kept all the same
 */
async function mailInstead(tx: Change, account: Account, push: PushRow, deps: Deps): Promise<boolean> {
  const to = push.with_email as string
  if (!isMailbox(to)) return true
  if (await countMail(deps, tx, account.iden, normalizeEmail(to))) return false
  await addInvite(tx, account.iden, normalizeEmail(to))
  await deps.jobs.add(tx, { type: mailJob, payload: mailOfPush(push, account, to, deps.origin()) })
  return true
}

function withPerson(person: {
  iden: string | null
  email: string
  email_normalized: string
  name: string | null
  image_url: string | null
}) {
  return {
    with_iden: person.iden,
    with_email: person.email,
    with_email_normalized: person.email_normalized,
    with_name: person.name,
    with_image_url: person.image_url,
  }
}

/** The conversation that a list call asks for; undefined for the whole box. */
async function conversationAsked(reader: Reader, query: Taken<typeof listPushes>): Promise<string | undefined> {
  if (query.self) return 'self'
  if (query.email) return `email:${normalizeEmail(query.email)}`
  if (query.client_iden) return `client:${query.client_iden}`
  if (!query.channel_tag) return undefined
  const channel = await findChannelByTag(reader, query.channel_tag)
  if (!channel) throw Refusal.param('channel_tag')
  return `channel:${channel.iden}`
}

// Handles the calls on pushes: create, list, change, delete, history and activity.

import {
  clearHistory,
  createPush,
  deleteAllPushes,
  deletePush,
  getActivity,
  getHistories,
  getHistory,
  getLatestPushes,
  getPush,
  listPushes,
  listScheduledPushes,
  normalizeConversation,
  normalizeEmail,
  objectsPerPage,
  pressAction,
  queryLimitsSentence,
  Refusal,
  readQuery,
  restorePush,
  searchPageSize,
  searchPushes,
  type Taken,
  updatePush,
} from '@waypost/protocol'
import type { Account } from '../caller.ts'
import { fromSeconds, toSeconds } from '../change.ts'
import { findChannelByTag } from '../channel/rows.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import { lists } from '../objects.ts'
import { clearConversation, clearPushes } from './clear.ts'
import { press } from './copies/press.ts'
import { deleteForEveryone, deleteOwnCopy, restore } from './copies/retract.ts'
import { update } from './copies/update.ts'
import { create } from './create/create.ts'
import {
  fromNewest,
  incomingAfter,
  listConversation,
  pinnedPushes,
  readHistories,
  readHistory,
  readLatest,
} from './history-rows.ts'
import { pushObject } from './row.ts'
import { activityOf, pushes } from './rows.ts'
import { scheduledObject, scheduledPushes } from './scheduled/rows.ts'
import { cancelScheduled, changeScheduled, getScheduled, schedule } from './scheduled/schedule.ts'
import { findPushes } from './search/find.ts'
import { indexedPart } from './search/rows.ts'

export function pushCalls(deps: Deps): Handler[] {
  const { db, jobs, indexer, processor } = deps
  const searches = throttle(deps.rateLimits.search)
  const presses = throttle(deps.rateLimits.press)

  return [
    handle(createPush, async (input, { caller: { account, scopes } }) => {
      const maySendToOthers = scopes.includes('everything') || scopes.includes('push:write')
      if (!maySendToOthers && !isToSelf(input, account))
        throw new Refusal('forbidden', 'This token may only send pushes to its own account.')
      const { send_at } = input
      return send_at === undefined ? create(deps, account, input) : schedule(deps, account, { ...input, send_at })
    }),
    handle(listPushes, async (query, { caller: { account } }) => {
      const conversation = await conversationAsked(db, query)
      const { rows, cursor } =
        conversation === undefined
          ? await pushes.list(db, account.iden, query)
          : await listConversation(db, account.iden, query, conversation)
      return lists({ pushes: rows.map((row) => pushObject(row, account)) }, cursor)
    }),
    handle(
      getHistory,
      async ({ conversation, created_before, created_after, count, pinned, limit = objectsPerPage }, { caller }) => {
        const { account } = caller
        const name = normalizeConversation(conversation)
        if (pinned) {
          const rows = await pinnedPushes(db, account.iden, name)
          return { pushes: rows.map((row) => pushObject(row, account)), more: false }
        }
        if (created_before !== undefined && created_after !== undefined)
          throw Refusal.param('created_after', 'A history is read before a push or after one, not both.')
        const place =
          created_after !== undefined
            ? { after: fromSeconds(created_after) }
            : created_before !== undefined
              ? { before: fromSeconds(created_before) }
              : fromNewest
        const { rows, more } = await readHistory(db, account.iden, name, place, limit)
        const page = { pushes: rows.map((row) => pushObject(row, account)), more }
        if (!count || !('after' in place)) return page
        const incoming = await incomingAfter(db, account.iden, name, place.after)
        return { ...page, incoming: incoming.count, ...(incoming.first && { first_incoming: toSeconds(incoming.first) }) }
      },
    ),
    handle(getHistories, async ({ conversations }, { caller: { account } }) => {
      const found = await readHistories(db, account.iden, conversations.map(normalizeConversation))
      return { histories: found.map(({ rows, ...rest }) => ({ ...rest, pushes: rows.map((row) => pushObject(row, account)) })) }
    }),
    handle(getLatestPushes, async ({ conversations }, { caller: { account } }) => {
      const latest = await readLatest(db, account.iden, conversations.map(normalizeConversation))
      return {
        latest: latest.map(({ conversation, row }) => ({ conversation, ...(row && { push: pushObject(row, account) }) })),
      }
    }),
    handle(getActivity, async (_input, { caller }) => activityOf(db, caller.account.iden)),
    handle(clearHistory, async ({ conversation }, { caller: { account } }) => {
      await db.write((tx) => clearConversation(tx, jobs, account.iden, normalizeConversation(conversation)))
      return {}
    }),
    handle(getPush, async ({ iden }, { caller: { account } }) => {
      const push = await pushes.find(db, account.iden, iden)
      if (push) return pushObject(push, account)
      return (await getScheduled(deps, account, iden)) ?? notFound()
    }),
    handle(updatePush, async (input, { caller: { account, token } }) => {
      return (await changeScheduled(deps, account, input)) ?? update(deps, account, input, token)
    }),
    handle(pressAction, ({ iden, action }, { caller: { account, token } }) => {
      presses.take(account.iden)
      return press(deps, account, iden, action, token)
    }),
    handle(deletePush, async ({ iden, everyone, undoable }, { caller: { account, token } }) => {
      if (await cancelScheduled(deps, account, iden)) return {}
      if (everyone) await deleteForEveryone(deps, account, iden, { undoable })
      else await deleteOwnCopy(deps, account, iden, { undoable, by: token })
      return {}
    }),
    handle(restorePush, ({ iden }, { caller: { account } }) => restore(deps, account, iden)),
    handle(listScheduledPushes, async (query, { caller: { account } }) => {
      const { rows, cursor } = await scheduledPushes.list(db, account.iden, query)
      return { scheduled_pushes: rows.map((row) => scheduledObject(row, account)), ...(cursor !== undefined && { cursor }) }
    }),
    handle(
      searchPushes,
      async ({ q, limit = searchPageSize, cursor, zone = 0, kind, tag, conversation: name }, { caller: { account } }) => {
        searches.take(account.iden)
        const query = readQuery(q, { at: Date.now(), zone })
        if (query.isCut) throw Refusal.param('q', queryLimitsSentence)
        const narrowed = { kind, tag, conversation: name === undefined ? undefined : normalizeConversation(name) }
        const time = processor.time(account.iden)
        const {
          rows,
          cursor: next,
          isBehind,
          isLong,
          isPartial,
        } = await findPushes(db, account.iden, { query, narrowed, limit, cursor }, time)
        if (isBehind || isLong) indexer.isBehind(account.iden)
        return {
          ...lists({ pushes: rows.map((row) => pushObject(row, account)) }, next),
          ...(isBehind && { indexed: await indexedPart(db, account.iden) }),
          ...(isPartial && { partial: true }),
        }
      },
    ),
    handle(deleteAllPushes, async (_input, { caller: { account } }) => {
      await db.write((tx) => clearPushes(tx, jobs, account.iden))
      return {}
    }),
  ]
}

function notFound(): never {
  throw new Refusal('not_found')
}

/** Whether a push goes to the account that sends it. */
function isToSelf({ email, channel_tag, client_iden }: Taken<typeof createPush>, account: Account): boolean {
  const isOwn = email === undefined || normalizeEmail(email) === account.email_normalized
  return isOwn && channel_tag === undefined && client_iden === undefined
}

/** The conversation that a list query selects; undefined for the whole box. */
async function conversationAsked(reader: Reader, query: Taken<typeof listPushes>): Promise<string | undefined> {
  if (query.self) return 'self'
  if (query.email) return `email:${normalizeEmail(query.email)}`
  if (query.client_iden) return `client:${query.client_iden}`
  if (query.source_iden) return `source:${query.source_iden}`
  if (!query.channel_tag) return undefined
  const channel = await findChannelByTag(reader, query.channel_tag)
  if (!channel) throw Refusal.param('channel_tag')
  return `channel:${channel.iden}`
}

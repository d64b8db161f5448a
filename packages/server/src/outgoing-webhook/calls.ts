import {
  createOutgoingWebhook,
  deleteOutgoingWebhook,
  isWebAddress,
  listOutgoingWebhooks,
  listWebhookAttempts,
  normalizeConversation,
  outgoingWebhooksPerAccount,
  Refusal,
  updateOutgoingWebhook,
} from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import {
  attemptObject,
  attemptsOf,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  saveWebhook,
  type WebhookRow,
  webhookObject,
  webhooksOf,
} from './rows.ts'
import { newSecret } from './sign.ts'

export function outgoingWebhookCalls({ db, outgoingWebhooks }: Deps): Handler[] {
  return [
    handle(listOutgoingWebhooks, async (_input, { caller }) => ({
      outgoing_webhooks: (await webhooksOf(db, caller.account.iden)).map(webhookObject),
    })),
    handle(createOutgoingWebhook, async ({ name, url, conversation }, { caller }) => {
      const owner = caller.account.iden
      const row: WebhookRow = {
        iden: objectIden(owner),
        owner,
        created: microseconds(),
        name: name || null,
        conversation: conversation === undefined ? null : normalizeConversation(conversation),
        url: checked(url),
        secret: newSecret(),
        paused: 0,
        failing_since: null,
      }
      await db.write(async (tx) => {
        await tx.lockBoxes([owner])
        if ((await webhooksOf(tx, owner)).length >= outgoingWebhooksPerAccount)
          throw new Refusal(
            'forbidden',
            `An account has at most ${outgoingWebhooksPerAccount} outgoing webhooks. Delete one first.`,
          )
        await insertWebhook(tx, row)
      })
      outgoingWebhooks.add(owner)
      return { ...webhookObject(row), secret: row.secret }
    }),
    handle(updateOutgoingWebhook, async ({ iden, name, url, paused }, { caller }) =>
      db.write(async (tx) => {
        const row = { ...(await ownWebhook(tx, caller.account.iden, iden)) }
        if (name !== undefined) row.name = name || null
        if (url !== undefined) row.url = checked(url)
        if (paused !== undefined) row.paused = paused ? 1 : 0
        if (url !== undefined || paused === false) row.failing_since = null
        await saveWebhook(tx, row)
        return webhookObject(row)
      }),
    ),
    handle(deleteOutgoingWebhook, async ({ iden }, { caller }) => {
      await db.write(async (tx) => {
        await ownWebhook(tx, caller.account.iden, iden)
        await deleteWebhook(tx, iden)
      })
      return {}
    }),
    handle(listWebhookAttempts, async ({ iden }, { caller }) => {
      await ownWebhook(db, caller.account.iden, iden)
      return { attempts: (await attemptsOf(db, iden)).map(attemptObject) }
    }),
  ]
}

async function ownWebhook(reader: Reader, owner: string, iden: string): Promise<WebhookRow> {
  const row = await findWebhook(reader, owner, iden)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Private networks are blocked at each request, not here. @throws Refusal `invalid_param` */
function checked(url: string): string {
  if (!isWebAddress(url)) throw Refusal.param('url', 'A webhook needs an address that begins with http:// or https://.')
  return url
}

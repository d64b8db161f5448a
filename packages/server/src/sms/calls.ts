import {
  createText,
  createTextV2,
  deleteText,
  deleteTextV2,
  listTexts,
  Refusal,
  type Taken,
  type Text,
  textMilliseconds,
  updateText,
} from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import { type Change, microseconds } from '../change.ts'
import { newRow } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import { checkNotDeleted } from '../device/deleted-device.ts'
import { devices } from '../device/rows.ts'
import { type Handler, handle } from '../http/http.ts'
import { lists } from '../objects.ts'
import { checkContent, mergedContent, quotaCalls, replyQuota } from './quota.ts'
import { eraseText, findTextByGuid, saveText, type TextRow, textObject, texts } from './rows.ts'

const expiryJob = 'text-expiry'

interface Expiry {
  owner: string
  iden: string
}

interface ViaServer {
  /** Called for each new text, within its change. @throws Refusal for a text that such a phone can't send */
  created(tx: Change, text: TextRow): Promise<void>
  /** Called when a text was changed, within its change. @throws Refusal as `created` */
  changed(tx: Change, before: TextRow, after: TextRow): Promise<void>
  /** Called before a text is removed, within its change: it was withdrawn, or nobody took it in time. */
  gone(tx: Change, text: TextRow, why: 'taken back' | 'expired'): Promise<void>
}

export function textCalls(deps: Deps & { viaServer: ViaServer }): Handler[] {
  const { db, change, jobs, viaServer } = deps
  const quota = replyQuota(deps)

  async function remove(account: Account, iden: string): Promise<Text> {
    return change([account.iden], async (tx) => {
      const text = await texts.find(tx, account.iden, iden)
      if (!text) throw new Refusal('not_found')
      if (!text.active) return textObject(text)
      await viaServer.gone(tx, text, 'taken back')
      return textObject(await eraseText(tx, text))
    })
  }

  async function create(input: Taken<typeof createText>, account: Account): Promise<Text> {
    checkContent(input.data, input.file_url)
    return change([account.iden], async (tx) => {
      const { guid } = input.data
      const earlier = guid ? await findTextByGuid(tx, account.iden, guid) : undefined
      if (earlier) return textObject(earlier)
      await checkPhone(tx, account.iden, input.data.target_device_iden)
      await quota.spend(tx, account)
      const text = await saveText(tx, newText(account.iden, input))
      await viaServer.created(tx, text)
      const payload: Expiry = { owner: account.iden, iden: text.iden }
      await jobs.add(tx, { type: expiryJob, key: text.iden, payload, at: microseconds() + textMilliseconds * 1_000 })
      return textObject(text)
    })
  }

  jobs.handle<Expiry>(expiryJob, async ({ owner, iden }) => {
    await change([owner], async (tx) => {
      const text = await texts.find(tx, owner, iden)
      if (!text?.active) return
      await viaServer.gone(tx, text, 'expired')
      await eraseText(tx, text)
    })
    return undefined
  })

  return [
    handle(listTexts, async (query, { caller }) => {
      const { rows, cursor } = await texts.list(db, caller.account.iden, query)
      return lists({ texts: rows.map(textObject) }, cursor)
    }),
    handle(createText, async (input, { caller }) => create(input, caller.account)),
    handle(createTextV2, async (input, { caller }) => create(input, caller.account)),
    handle(updateText, async ({ iden, data, file_url }, { caller: { account }, rawInput }) => {
      if ('iden' in rawInput && Object.keys(rawInput).length === 1) {
        if (rawInput.iden !== iden) throw Refusal.param('iden')
        return remove(account, iden)
      }
      return change([account.iden], async (tx) => {
        const text = await texts.find(tx, account.iden, iden)
        if (!text?.active) throw new Refusal('not_found')
        const before = textObject(text).data as NonNullable<Text['data']>
        const after = mergedContent(before, data)
        if (after.target_device_iden !== before.target_device_iden) await checkPhone(tx, account.iden, after.target_device_iden)
        // The guid identifies retries of the call that created the text.
        const written = JSON.stringify({ ...after, guid: before.guid })
        const file = file_url ?? text.file_url
        if (written === text.data && file === text.file_url) return textObject(text)
        const saved = await saveText(tx, { ...text, data: written, file_url: file })
        await viaServer.changed(tx, text, saved)
        return textObject(saved)
      })
    }),
    handle(deleteText, async ({ iden }, { caller }) => {
      await remove(caller.account, iden)
      return {}
    }),
    handle(deleteTextV2, async ({ iden }, { caller }) => {
      await remove(caller.account, iden)
      return {}
    }),
    ...quotaCalls(deps),
  ]
}

/** @throws Refusal unless it is a phone of the account that can send texts */
async function checkPhone(tx: Change, owner: string, iden: string): Promise<void> {
  const phone = checkNotDeleted(await devices.find(tx, owner, iden), 'target_device_iden')
  if (!phone.has_sms) throw Refusal.param('target_device_iden')
}

function newText(owner: string, { data, file_url }: Taken<typeof createText>): TextRow {
  return {
    ...newRow(owner),
    guid: data.guid || null,
    // Only the phone knows when it was sent.
    data: JSON.stringify({ ...data, status: 'queued' }),
    file_url: file_url ?? null,
  }
}

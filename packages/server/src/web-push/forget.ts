import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { devices, saveDevice } from '../device/rows.ts'
import { deleteSubscription, findSubscription, type SubscriptionRow } from './rows.ts'

/** Ends the web push subscription of a device. */
export async function endSubscription(tx: Change, { owner, device }: Pick<SubscriptionRow, 'owner' | 'device'>): Promise<void> {
  await deleteSubscription(tx, device)
  const row = await devices.find(tx, owner, device)
  if (row?.active && row.web_push) await saveDevice(tx, { ...row, web_push: null })
}

/** Ends a device's web push subscription, unless another has replaced it. */
export async function forget(
  { change, webPush }: Pick<Deps, 'change' | 'webPush'>,
  gone: Pick<SubscriptionRow, 'owner' | 'device' | 'endpoint'>,
): Promise<void> {
  const forgotten = await change([gone.owner], async (tx) => {
    const current = await findSubscription(tx, gone.device)
    if (current?.owner !== gone.owner || current.endpoint !== gone.endpoint) return false
    await endSubscription(tx, gone)
    return true
  })
  if (forgotten) webPush.counts.forgotten++
}

import { createDevice, deleteDevice, getDevice, listDevices, Refusal, updateDevice } from '@waypost/protocol'
import { placeAsWanted } from '../account/arranged.ts'
import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import { lists } from '../objects.ts'
import { deviceObject, devices, saveDevice } from './rows.ts'
import { newDevice, withFields } from './rules.ts'

type Removed = (tx: Change, owner: string, device: string) => Promise<void>

/** @param deps.removed called within the change that removes a device */
export function deviceCalls({ db, change, removed }: Deps & { removed: Removed }): Handler[] {
  return [
    handle(listDevices, async (query, { caller }) => {
      const { rows, cursor } = await devices.list(db, caller.account.iden, query)
      return lists({ devices: rows.map(deviceObject) }, cursor)
    }),
    handle(getDevice, async ({ iden }, { caller }) => {
      const device = await devices.find(db, caller.account.iden, iden)
      if (!device) throw new Refusal('not_found')
      return deviceObject(device)
    }),
    handle(createDevice, async (fields, { caller }) => {
      const owner = caller.account.iden
      return change([owner], (tx) => saveDevice(tx, withFields(newDevice(objectIden(owner), owner), fields)))
    }),
    handle(updateDevice, async ({ iden, ...fields }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const device = await devices.find(tx, owner, iden)
        if (!device?.active) throw new Refusal('not_found')
        return saveDevice(tx, { ...withFields(device, fields), ...placeAsWanted(device, fields) })
      })
    }),
    handle(deleteDevice, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      return change([owner], async (tx) => {
        const device = await devices.find(tx, owner, iden)
        if (!device) throw new Refusal('not_found')
        if (!device.active) return {}
        await removed(tx, owner, iden)
        await saveDevice(tx, { ...newDevice(iden, owner), active: 0, created: device.created })
        return {}
      })
    }),
  ]
}

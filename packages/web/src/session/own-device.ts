import { atom, onMount, type ReadableAtom } from 'nanostores'
import { onSettingChanged, readSetting, writeSetting } from '../browser/storage.ts'

/** Holds the iden of the device, or `removed` after it was removed from the account. Signing out erases it. */
const setting = 'this_device'
const $stored = atom(readSetting(setting))

onMount($stored, () => {
  const read = () => $stored.set(readSetting(setting))
  read()
  return onSettingChanged(read)
})

/** The iden of the device, or `removed`; shared by all windows of this browser. */
export const $ownDevice: ReadableAtom<string | undefined> = $stored

/** The iden of this browser's device; undefined if it isn't one. */
export function ownDevice(): string | undefined {
  const iden = $stored.get()
  return iden === 'removed' ? undefined : iden
}

/** Stores which device this browser is, or that it was removed. */
export function storeOwnDevice(iden: string): void {
  writeSetting(setting, iden)
  $stored.set(iden)
}

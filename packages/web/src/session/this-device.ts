import type { Session } from '@waypost/client'
import {
  createDevice,
  type Device,
  getDevice,
  getWebPushKey,
  Refusal,
  subscribeWebPush,
  unsubscribeWebPush,
} from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { deviceHere } from '../browser/app/device-here.ts'
import { askForNotifications } from '../browser/app/notifications.ts'
import { canWebPush, type PushAddress, subscribeHere, subscriptionKey, unsubscribeHere } from '../browser/app/web-push.ts'
import { readNote, writeNote } from '../browser/app/worker-notes.ts'
import { inTurn } from '../browser/locks.ts'
import { isSignedIn } from './account.ts'
import { $ownDevice, ownDevice, storeOwnDevice } from './own-device.ts'

/** This browser's device, kept up to date. */
export const thisDevice = ({ device }: Session): ReadableAtom<Device | undefined> =>
  computed([device.$all, $ownDevice], (all, stored) => all.find(({ iden }) => iden === stored))

/** Whether this browser was a device and was removed: then only a click makes it one again. */
export const wasRemoved = (): boolean => $ownDevice.get() === 'removed'

/** Makes this browser a device, unless it already is one. @throws Refusal */
export function becomeDevice(session: Session): Promise<Device> {
  // A tab and the installed app may start at the same moment.
  return inTurn('waypost device', async () => {
    const own = ownDevice()
    const known = thisDevice(session).get() ?? (own === undefined ? undefined : await activeDevice(session, own))
    if (known) return known
    const made = await session.call(createDevice, deviceHere())
    store(made.iden)
    return made
  })
}

/** Notices that this browser's device was removed, here or elsewhere. Returns a function that stops. */
export function watchRemoval(session: Session): () => void {
  async function look(iden: string): Promise<void> {
    try {
      if ((await activeDevice(session, iden)) || ownDevice() !== iden) return
      // Another account has signed in here, so the device belongs to that one.
      if (!isSignedIn(session.$account.get()?.iden)) return
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return
    }
    store('removed')
    await unsubscribeHere()
  }

  return session.device.$all.subscribe((all) => {
    const own = ownDevice()
    if (own !== undefined && !all.some(({ iden }) => iden === own)) void look(own)
  })
}

/** The device as the server has it, since the local copy may be stale; undefined if it was removed. @throws Refusal */
async function activeDevice(session: Session, iden: string): Promise<Device | undefined> {
  try {
    const device = await session.call(getDevice, { iden })
    return device.active ? device : undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    return undefined
  }
}

function store(value: string): void {
  storeOwnDevice(value)
  void writeNote('worker.device', value === 'removed' ? undefined : value)
}

/** Why notifications don't reach a closed browser. */
type Obstacle = 'denied' | 'missing' | 'insecure' | 'dismissed' | 'service'

/**
 * Asks for permission to show notifications, and has the server send them to this browser while no page is open. Call it on a user gesture.
 * @returns why notifications only arrive while a page is open, or not at all; undefined if they do arrive
 * @throws Refusal
 */
export async function reachWhenClosed(session: Session): Promise<Obstacle | undefined> {
  const allowed = await askForNotifications()
  if (allowed !== 'granted') return allowed === 'default' ? 'dismissed' : allowed
  if (!canWebPush()) return 'missing'
  const { public_key } = await session.call(getWebPushKey, {})
  const address = await subscribeHere(public_key).catch(() => undefined)
  // The browser's push service is unreachable, or the person has switched it off.
  if (!address) return 'service'
  await register(session, await becomeDevice(session), address)
  return undefined
}

/** Undoes `reachWhenClosed`. @throws Refusal */
export async function stopReaching(session: Session): Promise<void> {
  await unsubscribeHere()
  const device = thisDevice(session).get()
  if (device) await session.call(unsubscribeWebPush, { device_iden: device.iden })
}

/**
 * Resubscribes this browser if necessary: the server has forgotten the subscription, e.g. after a new sign-in, or has a different key.
 * Subscriptions only start on a click, so one without a device belongs to an earlier account or a removed device, and is ended.
 */
export async function keepReaching(session: Session): Promise<void> {
  const own = ownDevice()
  if (own === undefined) return unsubscribeHere()
  // A phone that signed in with a code became a device before there was a session.
  void writeNote('worker.device', own)
  const key = await subscriptionKey()
  if (key === undefined) return
  try {
    const device = await activeDevice(session, own)
    if (!device) return
    const { public_key } = await session.call(getWebPushKey, {})
    if (!device.web_push || key !== public_key) await register(session, device, await subscribeHere(public_key))
  } catch (error) {
    // The next start tries again.
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error
  }
}

async function register(session: Session, { iden }: Device, address: PushAddress): Promise<void> {
  const guid = (await readNote('worker'))?.guid
  if (guid === undefined) throw new Refusal('storage_full')
  await session.call(subscribeWebPush, { device_iden: iden, app_guid: guid, ...address })
}

// Decides which two devices are one phone: one that is paired with a companion, and one whose texts go through the server.

import { isPhoneOfCompanion } from '../phone.ts'
import { gatewayPhonesPerAccount, isGatewayPhone } from './sms-gateway.ts'

/** The name of the preference of an account that says which devices are the same phone: paired phones by gateway phone. */
export const samePhonesPreference = 'same_phones'

const idenLength = 100

type Preferences = Readonly<Record<string, unknown>>

/** Two devices that are one phone, by their idens. */
export interface SamePhone {
  /** The one that is paired with a companion, by KDE Connect. */
  paired: string
  /** The one whose texts go through the server, by SMS Gateway for Android. */
  gateway: string
}

interface PhoneDevice {
  iden: string
  active?: boolean | undefined
  fingerprint?: string | undefined
}

/** The pairs of an account as they are stored, of devices that may be gone; a device is in one of them. */
export function storedSamePhones(preferences: Preferences | undefined): SamePhone[] {
  const stored = preferences?.[samePhonesPreference]
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return []
  const pairs: SamePhone[] = []
  for (const [gateway, paired] of Object.entries(stored).slice(-gatewayPhonesPerAccount))
    if (isIden(gateway) && isIden(paired) && !pairs.some((pair) => pair.paired === paired)) pairs.push({ gateway, paired })
  return pairs
}

/** The pairs of which both devices exist and are what the pair says. */
export function samePhones(preferences: Preferences | undefined, devices: Iterable<PhoneDevice>): SamePhone[] {
  const pairs = storedSamePhones(preferences)
  if (pairs.length === 0) return []
  const known = new Map<string, PhoneDevice>()
  for (const device of devices) if (device.active !== false) known.set(device.iden, device)
  return pairs.filter(({ gateway, paired }) => isGatewayPhone(known.get(gateway)) && isPhoneOfCompanion(known.get(paired)))
}

/** The device that is the same phone as another one. */
export function otherDevice(pairs: readonly SamePhone[], device: string): string | undefined {
  const pair = pairs.find(({ gateway, paired }) => gateway === device || paired === device)
  return pair && (pair.gateway === device ? pair.paired : pair.gateway)
}

/**
 * The preference after a gateway phone was said to be the same as a paired phone, or as none. It keeps the pairs of existing devices only, so
 * pairs of devices that are gone take no room.
 */
export function withSamePhone(
  preferences: Preferences | undefined,
  devices: Iterable<PhoneDevice>,
  gateway: string,
  paired: string | undefined,
): Preferences {
  const others = samePhones(preferences, devices).filter((pair) => pair.gateway !== gateway && pair.paired !== paired)
  const pairs = paired === undefined ? others : [...others, { gateway, paired }]
  const kept = pairs.slice(-gatewayPhonesPerAccount).map((pair) => [pair.gateway, pair.paired])
  return { [samePhonesPreference]: kept.length === 0 ? undefined : Object.fromEntries(kept) }
}

const isIden = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= idenLength

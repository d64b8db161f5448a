// Decides which two devices are one phone: one paired with a companion, and one whose texts go through the server.

import { isPhoneOfCompanion } from './paired-phone.ts'
import { gatewayPhonesPerAccount, isGatewayPhone } from './sms-gateway.ts'

/** The preference of an account that says which devices are the same phone: paired phones by gateway phone. */
export const samePhonesPreference = 'same_phones'

const idenLength = 100

type Preferences = Readonly<Record<string, unknown>>

/** Two devices that are one phone, by their idens. */
export interface SamePhone {
  /** The device that is paired with a companion, by KDE Connect. */
  paired: string
  /** The device whose texts go through the server, by SMS Gateway for Android. */
  gateway: string
}

interface PhoneDevice {
  iden: string
  active?: boolean | undefined
  fingerprint?: string | undefined
}

/** The pairs as stored in an account, possibly of deleted devices; each device is in one pair at most. */
export function storedSamePhones(preferences: Preferences | undefined): SamePhone[] {
  const stored = preferences?.[samePhonesPreference]
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return []
  const pairs: SamePhone[] = []
  for (const [gateway, paired] of Object.entries(stored).slice(-gatewayPhonesPerAccount))
    if (isIden(gateway) && isIden(paired) && !pairs.some((pair) => pair.paired === paired)) pairs.push({ gateway, paired })
  return pairs
}

/** The pairs whose devices both exist and have the right types. */
export function samePhones(preferences: Preferences | undefined, devices: Iterable<PhoneDevice>): SamePhone[] {
  const pairs = storedSamePhones(preferences)
  if (pairs.length === 0) return []
  const known = new Map<string, PhoneDevice>()
  for (const device of devices) if (device.active !== false) known.set(device.iden, device)
  return pairs.filter(({ gateway, paired }) => isGatewayPhone(known.get(gateway)) && isPhoneOfCompanion(known.get(paired)))
}

/** The other device of the same phone. */
export function otherDevice(pairs: readonly SamePhone[], device: string): string | undefined {
  const pair = pairs.find(({ gateway, paired }) => gateway === device || paired === device)
  return pair && (pair.gateway === device ? pair.paired : pair.gateway)
}

/**
 * The preference after a gateway phone was matched with a paired phone, or with none. It keeps only pairs of existing devices, so deleted
 * devices take no room.
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

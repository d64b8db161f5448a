import { type Device, isPhoneOfCompanion } from '@waypost/protocol'
import type { KeyMatch } from '../session/key/fingerprint.ts'
import type { Session } from '../session/session.ts'

/** A phone whose notifications are mirrored. */
export interface MirroredPhone {
  device: string
  name: string
  /**
   * `asking`: its list is on its way; `silent`: what speaks to it does not answer; `away`: it is not reachable, and was `connectedAt`; `live`: it
   * cannot be asked, so only what arrives is known.
   */
  state: 'asking' | 'there' | 'away' | 'silent' | 'live'
  /** In seconds since 1970. */
  connectedAt?: number | undefined
  key: KeyMatch
}

/** Whether a device is a phone or tablet: computers mirror their notifications, too. */
export const isPhone = ({ type, icon }: Device): boolean =>
  type === 'android' || type === 'ios' || icon === 'phone' || icon === 'tablet'
export const isMirrored = (device: Device): boolean => isPhone(device) && device.mirroring === 'enabled'
/** Whether a companion speaks to a phone, so that it can be asked what the phone shows. */
export const isAsked = (device: Device): boolean => isMirrored(device) && isPhoneOfCompanion(device)

export const deviceFor = ({ device }: Pick<Session, 'device'>, iden: string): Device | undefined =>
  device.$all.get().find((each) => each.iden === iden)
/** Whether what speaks to a phone confirms what it has handed over. */
export const confirms = (session: Pick<Session, 'device'>, iden: string): boolean => isPhoneOfCompanion(deviceFor(session, iden))

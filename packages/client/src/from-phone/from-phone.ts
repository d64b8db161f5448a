// Knows which notifications the account's phones show now, and answers, dismisses and mutes them there.

import { canSeal, type Device, keyFingerprint, mutedApps, muting, sealKey, unmuting } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { deviceName } from '../conversations/targets.ts'
import { platform as ownPlatform, type Platform } from '../ground/platform.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import { compareKeys } from '../session/key/fingerprint.ts'
import type { Session } from '../session/session.ts'
import { openActing } from './acting.ts'
import { openAsking } from './asking.ts'
import { openHanding } from './handing.ts'
import { openHearing } from './hearing.ts'
import { type Known, openKnownPhones } from './known-phones.ts'
import { deviceFor, isAsked, isMirrored, isPhone, type MirroredPhone } from './mirrored-phone.ts'
import type { PhoneNotification } from './notification.ts'

export type { MirroredPhone } from './mirrored-phone.ts'
export type { PhoneNotification } from './notification.ts'

export interface FromPhone {
  /** The phones whose notifications are mirrored, or that have some now. */
  readonly $phones: ReadableAtom<readonly MirroredPhone[]>
  /** Newest first, without those of muted apps. */
  readonly $notifications: ReadableAtom<readonly PhoneNotification[]>
  /** Asks the phones for their notifications, now and periodically until the returned function is called. */
  follow(): () => void
  /** Asks the phones once more. */
  ask(): void
  /** @returns whether the phone has the reply; otherwise `trouble` of the notification has the reason */
  reply(key: string, message: string): Promise<boolean>
  act(key: string, trigger: string): Promise<boolean>
  /** Dismisses notifications here and on their phones; those that fail come back. */
  dismiss(keys: readonly string[]): Promise<void>
  draftOf(key: string): string
  keepDraft(key: string, text: string): void
  /** @returns whether it is muted; false if too many apps are muted, or the server refuses */
  mute(app: string, name: string): Promise<boolean>
  unmute(app: string): Promise<boolean>
  /** Sets the end-to-end password if it matches that of a phone. `impossible`: encryption is not available here, e.g. over plain http. */
  unlock(device: string, password: string): Promise<'opened' | 'wrong' | 'impossible'>
  close(): void
}

interface Options {
  platform?: Pick<Platform, 'now' | 'after' | 'unique'>
}

/** Follows the notifications of the phones of a session that has started. */
export function openFromPhone(session: Session, { platform = ownPlatform }: Options = {}): FromPhone {
  const known = openKnownPhones()
  const asking = openAsking({ session, platform, known })
  const { hand, onReply, onOutcome } = openHanding({ session, platform, known })
  const acting = openActing({ session, platform, known, hand })
  const byType: Record<string, (ephemeral: Ephemeral) => void> = {
    ...openHearing({ session, platform, known }),
    phone_notification_outcome: onOutcome,
    messaging_extension_reply: onReply,
    pong: asking.onPong,
  }
  const stop = session.onEphemeral((ephemeral) =>
    Object.hasOwn(byType, ephemeral.type) ? byType[ephemeral.type]?.(ephemeral) : undefined,
  )

  const $phones = computed(
    [known.$known, session.device.$all, session.encryption.$fingerprint],
    (said, devices, own): readonly MirroredPhone[] =>
      devices.flatMap((device) => mirroredPhone(device, said.get(device.iden), own) ?? []),
  )

  const $notifications = computed([known.$known, $phones, session.$account], (said, phones, account) => {
    const muted = mutedApps(account?.preferences)
    return phones
      .flatMap(({ device }) => said.get(device)?.notifications ?? [])
      .filter(({ app }) => !muted.includes(app))
      .sort((one, other) => other.created - one.created)
  })

  return {
    $phones,
    $notifications,
    follow: asking.follow,
    ask: asking.ask,
    reply: acting.reply,
    act: acting.act,
    async dismiss(keys) {
      await Promise.all(keys.flatMap((key) => known.find(key) ?? []).map(acting.dismiss))
    },
    draftOf: known.draftOf,
    keepDraft: known.keepDraft,
    async mute(app, name) {
      const changes = muting(session.$account.get()?.preferences, app, name)
      return changes !== undefined && (await session.preferences.set(changes))
    },
    unmute: (app) => session.preferences.set(unmuting(session.$account.get()?.preferences, app)),
    async unlock(device, password) {
      const user = session.$account.get()?.iden
      if (!canSeal() || user === undefined) return 'impossible'
      const own = await keyFingerprint(await sealKey(password, user))
      if (compareKeys(own, deviceFor(session, device)?.key_fingerprint) !== 'same') return 'wrong'
      await session.encryption.setPassword(password)
      known.update(device, () => ({ askedAt: undefined }))
      asking.ask()
      return 'opened'
    },
    close() {
      stop()
      asking.close()
    },
  }
}

/** Undefined if the device is not a phone, or nothing of it is mirrored. */
function mirroredPhone(device: Device, known: Known | undefined, own: string | undefined): MirroredPhone | undefined {
  if (!isPhone(device) || !(isMirrored(device) || known?.notifications.length)) return undefined
  const said = known && known.state !== 'live' ? known.state : 'asking'
  return {
    device: device.iden,
    name: deviceName(device),
    state: isAsked(device) ? said : 'live',
    connectedAt: known?.connectedAt,
    key: compareKeys(own, device.key_fingerprint),
  }
}

import { type FileSource, platform } from '@waypost/client'
import { uploadFile } from '@waypost/client/queue/upload'
import {
  createDevice,
  type Device,
  isPassing,
  leastTextingVersion,
  type PhonePermissions,
  Refusal,
  updateDevice,
} from '@waypost/protocol'
import { devicesOf } from '../../device.ts'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import { openKdeConnectPhone } from '../../phone/kdeconnect/texts.ts'
import type { Phone } from '../../phone/phone.ts'
import { openProblemLog } from '../../problem-log.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { pingFeature } from '../ping.ts'
import { smsFeature } from '../sms/sms.ts'
import { gatewayAnswers } from '../sms/told-by-gateway.ts'
import { phoneClipboardFeature } from './clipboard.ts'
import { phoneNotificationsFeature } from './notifications.ts'
import { watchPermissions } from './permissions.ts'
import { phonePingsFeature } from './pings.ts'
import { pushesToPhoneFeature } from './pushes-to-phone.ts'
import { sharesFeature } from './shares.ts'

interface Deps extends Omit<FeatureDeps, 'device'> {
  connection: Connection
  name: string
  /** Identifies it on the server: this machine's id and the phone's. */
  fingerprint: string
  /** The iden it had last time. */
  device: string | undefined
  /** The fingerprint of the end-to-end key. */
  keyFingerprint: string | undefined
  folder: string
  clipboard: boolean
  /** Called with its current iden. */
  onDevice(iden: string): void
  onChange(): void
  /** The pause between attempts to register it, in milliseconds. */
  pause?: number
  /** How long it may take to answer before a permission counts as missing, in milliseconds. */
  permittedWithin?: number
}

export interface PairedPhoneFeature {
  device(): string | undefined
  /** As far as the phone has reported it. */
  battery(): { battery?: number; is_charging?: boolean }
  /** As far as known. */
  permitted(): PhonePermissions
  /** Asks again for the permissions it hasn't granted. */
  askForPermissions(): void
  /** @param forGood whether the phone has been unpaired */
  close(forGood?: boolean): Promise<void>
}

/** Registers a paired phone as a device, and runs its features until it is closed. */
export function openPairedPhone(deps: Deps): PairedPhoneFeature {
  const { session, connection, name, folder, clipboard, onDevice, onChange, pause = 10_000, permittedWithin } = deps
  const log = (line: string) => deps.log(`${name}: ${line}`)
  const problems = openProblemLog(log)
  let device = deps.device
  let features: Feature[] = []
  let phone: Phone | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> = begin()

  const battery = watchBattery(connection, onChange)
  const permissions = watchPermissions(connection, { within: permittedWithin, onChange })

  async function begin(): Promise<void> {
    try {
      const { iden } = await register(deps, device)
      device = iden
      onDevice(iden)
      if (!closed) await startFeatures(iden)
      problems.clear()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.report(`It could not be registered as a device: ${error.message}`)
      if (isPassing(error) && !closed)
        timer = setTimeout(() => {
          starting = begin()
        }, pause)
    }
  }

  async function startFeatures(iden: string): Promise<void> {
    const parts = { session, device: iden, log }
    const { call } = session
    const upload = (file: FileSource) =>
      uploadFile(file, { call, platform, id: undefined, onBegun: () => {}, onProgress: () => {} })
    phone = openKdeConnectPhone({ connection, name, folder, log, upload })
    let showsTexts = false
    const noteTexts = phone.onChange(() => {
      showsTexts = true
    })
    features = [
      smsFeature({ ...parts, phone }),
      phoneNotificationsFeature({
        ...parts,
        connection,
        // Texts that go through the server are shown even if this phone doesn't permit its own.
        showsTexts: () => showsTexts || gatewayAnswers(session, iden),
      }),
      phonePingsFeature({ ...parts, connection }),
      sharesFeature({ ...parts, connection }),
      pushesToPhoneFeature({ ...parts, connection, folder }),
      ...(clipboard ? [phoneClipboardFeature({ ...parts, connection })] : []),
      { start: async () => {}, close: async () => noteTexts() },
      presenceFeature({ ...parts, connection }),
    ]
    for (const feature of features) await feature.start()
  }

  return {
    device: () => device,
    battery: battery.read,
    permitted: permissions.permitted,
    askForPermissions: permissions.ask,
    async close(forGood = false) {
      closed = true
      clearTimeout(timer)
      battery.close()
      permissions.close()
      await starting
      await Promise.all([...features.map((feature) => feature.close()), phone?.close()])
      if (!forGood || device === undefined) return
      // It stays among the devices with its pushes, and can be paired again.
      const off = { iden: device, has_sms: false, has_mms: false, mirroring: 'disabled' as const }
      await session.call(updateDevice, off).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    },
  }
}

/** Reuses its earlier device. @throws Refusal */
async function register({ session, name, fingerprint, keyFingerprint }: Deps, device: string | undefined): Promise<Device> {
  const wanted = {
    type: 'android',
    icon: 'phone',
    app_version: leastTextingVersion,
    fingerprint,
    has_sms: true,
    has_mms: true,
    mirroring: 'enabled' as const,
    ...(keyFingerprint !== undefined && { key_fingerprint: keyFingerprint }),
  }
  const known = (await devicesOf(session)).find((each) => each.iden === device || each.fingerprint === fingerprint)
  return known
    ? session.call(updateDevice, { iden: known.iden, ...wanted })
    : session.call(createDevice, { ...wanted, nickname: name })
}

function watchBattery({ packets }: Connection, onChange: () => void) {
  let told: { battery?: number; is_charging?: boolean } = {}
  const close = packets.on(({ type, body }) => {
    if (type !== 'battery' || !Number.isInteger(body.currentCharge)) return
    const now = { battery: Math.min(100, Math.max(0, body.currentCharge as number)), is_charging: body.isCharging === true }
    const isNew = now.battery !== told.battery || now.is_charging !== told.is_charging
    told = now
    if (isNew) onChange()
  })
  return { read: () => told, close }
}

function presenceFeature({ connection, ...parts }: FeatureDeps & { connection: Connection }): Feature {
  let ping: Feature | undefined
  let stop = () => {}
  const follow = () => {
    if (connection.link && !ping) {
      ping = pingFeature(parts)
      void ping.start()
    } else if (!connection.link && ping) {
      void ping.close()
      ping = undefined
    }
  }
  return {
    async start() {
      stop = connection.changes.on(follow)
      follow()
    },
    async close() {
      stop()
      await ping?.close()
    },
  }
}

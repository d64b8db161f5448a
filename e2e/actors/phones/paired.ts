// Gives a story an Android phone with KDE Connect, paired with a computer that runs the companion.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, openSession, type Session } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { PhoneReport, type PhoneRequest } from '@waypost/protocol'
import { is } from 'valibot'
import { phonesFeature } from 'waypost/features/phones'
import { loopbackAddresses } from 'waypost/phone/kdeconnect/test-loopback'
import { StandInPhone } from 'waypost/phone/stand-in-phone'

interface AndroidPhone {
  /** The iden of its device. */
  readonly iden: string
  readonly phone: StandInPhone
  readonly session: Session
  /** Stops the companion; the phone stays paired. */
  leaves(): Promise<void>
  /** Starts the companion again, and connects the phone to it. */
  returns(): Promise<void>
  close(): Promise<void>
}

interface Owner {
  token: string
  // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call
  call(path: string, body?: object): Promise<{ body: any }>
}

/** Pairs a phone with an account's new computer. @param password the computer's end-to-end password */
export async function androidPhone(origin: string, owner: Owner, password?: string): Promise<AndroidPhone> {
  const device: string = (await owner.call('/v2/devices', { nickname: 'Desk', type: 'linux' })).body.iden
  const session = openSession({
    origin,
    token: owner.token,
    saved: inMemoryStore(),
    agent: 'test/1',
    sourceDevice: () => device,
  })
  await session.start()
  await until(session.$connection, (connection) => connection === 'connected')
  if (password !== undefined) await session.encryption.setPassword(password)
  const [host = '', phoneHost = ''] = loopbackAddresses(2)
  const folder = mkdtempSync(join(tmpdir(), 'waypost-android-'))
  const keyFingerprint = await session.encryption.fingerprint()
  const open = () =>
    phonesFeature({
      session,
      device,
      log() {},
      folder,
      keyFingerprint,
      clipboard: false,
      host,
      every: { finding: 200, away: 300 },
    })
  let companion = open()
  await companion.start()
  const phone = new StandInPhone({ host: phoneHost })
  await phone.start()
  const ask = async (action: PhoneRequest['action'], more: object = {}) => {
    const guid = crypto.randomUUID()
    const { promise, resolve } = Promise.withResolvers<PhoneReport>()
    const stop = session.onEphemeral((ephemeral) => {
      if (is(PhoneReport, ephemeral) && ephemeral.guid === guid) resolve(ephemeral)
    })
    await session.sendEphemeral({
      type: 'phone_request',
      source_user_iden: '',
      target_device_iden: device,
      guid,
      action,
      ...more,
    })
    const report = await promise
    stop()
    return report
  }
  const reported = async (isRight: (first: PhoneReport['phones'][number] | undefined) => boolean) => {
    for (;;) {
      const [first] = (await ask('list')).phones
      if (isRight(first)) return first
    }
  }
  await ask('find')
  phone.announce(host)
  await phone.linked()
  phone.ask()
  await reported((first) => first?.state === 'asked')
  await ask('accept', { phone: phone.deviceId })
  const iden = (await reported((first) => first?.device_iden !== undefined && first.battery !== undefined))?.device_iden ?? ''
  await phone.next('notification.request')
  return {
    iden,
    phone,
    session,
    leaves: () => companion.close(),
    async returns() {
      companion = open()
      await companion.start()
      await reported((first) => first?.is_connected === true)
    },
    async close() {
      await companion.close()
      session.close()
      phone.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// Android phones on the local network, through the app KDE Connect: finds and pairs them, and runs the features of each.

import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { check } from '@waypost/client/ground/objects'
import {
  findingMilliseconds,
  type PhoneReport,
  PhoneRequest,
  phoneFingerprint,
  Refusal,
  type ReportedPhone,
  watchingMilliseconds,
} from '@waypost/protocol'
import { onWake } from '../../machine/wake.ts'
import { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Link } from '../../phone/kdeconnect/link.ts'
import { cleanName, protocolVersion } from '../../phone/kdeconnect/packet.ts'
import { Peer } from '../../phone/kdeconnect/peer.ts'
import { openPhoneStore, type PhoneStore } from '../../phone/kdeconnect/store.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { openPairedPhone, type PairedPhoneFeature } from './paired-phone.ts'

/** What is particular to the phones of a companion. */
export interface PhonesOptions {
  /** Where the identity of this machine, the paired phones and their records are kept. */
  folder: string
  /** The fingerprint of the end-to-end key. */
  keyFingerprint: string | undefined
  /** What this machine is called on phones; by default its host name. */
  name?: string | undefined
  /** The address to listen on; all by default. */
  host?: string | undefined
  /** For trials only: see `PeerOptions.leastVersion`. */
  leastVersion?: number
  /** How often this machine announces itself while it looks for phones, and while a paired one is away, in milliseconds. */
  every?: { finding: number; away: number }
  /** How long a phone may take to answer until it counts as not permitting that, in milliseconds. */
  permittedWithin?: number
}

interface Deps extends FeatureDeps, PhonesOptions {
  /** Whether the clipboard is shared. */
  clipboard: boolean
}

/**
 * The types of packets that are taken and sent. A phone does nothing that is not listed: so no commands, keys, files and screens go either
 * way.
 */
const incoming =
  'battery clipboard clipboard.connect contacts.response_uids_timestamps contacts.response_vcards notification ping share.request ' +
  'share.request.update sms.attachment_file sms.messages telephony'
const outgoing =
  'clipboard contacts.request_all_uids_timestamps contacts.request_vcards_by_uid findmyphone.request notification.action notification.reply ' +
  'notification.request ping share.request sms.request sms.request_attachment sms.request_conversation sms.request_conversations'

/** How long this machine announces itself often while it looks for phones, in milliseconds. A phone that is opened later announces itself. */
const eagerly = 30_000
/** How often changes are reported, in milliseconds. */
const reportEvery = 250

/** The folder for the phones of an account, in the settings folder. */
export const phonesFolder = (settings: string, account: string): string => join(settings, `phones-${account.replace(/\W/g, '_')}`)

/**
 * The phones that are paired with this machine: each is a device of the account. Nothing listens and nothing is announced before somebody looks
 * for a phone, or while none is paired.
 */
export function phonesFeature(deps: Deps): Feature {
  const { session, device, log, folder, host, leastVersion, every = { finding: 3_000, away: 60_000 } } = deps
  const ownName = cleanName(deps.name ?? hostname()) || 'Waypost'
  let store: PhoneStore
  let peer: Peer | undefined
  let starting: Promise<void> | undefined
  let findingUntil = 0
  /** Where the phone is that is looked for, if somebody said. */
  let sought: string | undefined
  let watchedUntil = 0
  let changing: NodeJS.Timeout | undefined
  let trouble: string | undefined
  const connections = new Map<string, Connection>()
  const phones = new Map<string, PairedPhoneFeature>()
  const ending = new Set<Promise<void>>()
  const stops: (() => void)[] = []
  let announcedAt = 0
  let last: Promise<unknown> = Promise.resolve()

  const isFinding = () => Date.now() < findingUntil
  /** The time between two announcements. Each makes the phones that are paired connect anew, so they are fewer after a while. */
  function pauseNow(): number {
    if (!isFinding()) return every.away
    const since = Date.now() - (findingUntil - findingMilliseconds)
    return since < eagerly ? every.finding : Math.min(every.away, 5 * every.finding)
  }
  /** Whether somebody looks at the reports. */
  const isWatched = () => isFinding() || Date.now() < watchedUntil

  /** Starts to listen, once. @throws Error when the ports are taken */
  async function startPeer(): Promise<void> {
    if (peer) return starting
    const opened = new Peer({
      identity: {
        deviceId: store.deviceId,
        deviceName: ownName,
        deviceType: 'desktop',
        protocolVersion,
        incoming: incoming.split(' '),
        outgoing: outgoing.split(' '),
      },
      credentials: store.credentials,
      trust: store,
      isPairing: isFinding,
      now: Date.now,
      host,
      leastVersion,
      log,
    })
    peer = opened
    opened.linked.on(onLink)
    opened.unsuitable.on(({ reason }) => {
      trouble = reason
      reportChange()
    })
    starting = opened.start()
    try {
      await starting
    } catch (error) {
      peer = undefined
      opened.close()
      throw error
    }
  }

  function onLink(link: Link): void {
    const { deviceId: id } = link.identity
    if (link.state === 'paired') attach(id, link)
    link.changes.on((state) => {
      if (state === 'paired') attach(id, link)
      else if (state === 'unpaired') remove(id)
      reportChange()
    })
    link.ended.signal.addEventListener('abort', reportChange)
    reportChange()
  }

  function attach(id: string, link: Link): void {
    store.update(id, { address: link.address })
    run(id)
    const connection = connections.get(id)
    if (!connection?.link) log(`"${link.identity.deviceName}" is connected.`, true)
    connection?.attach(link)
  }

  /** Runs the features of a paired phone. */
  function run(id: string): void {
    const known = store.find(id)
    if (!known || phones.has(id)) return
    const connection = new Connection(id)
    connections.set(id, connection)
    connection.changes.on((link) => {
      if (!link) log(`"${known.name}" is not connected any more.`, true)
      reportChange()
    })
    const own = join(folder, id)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    phones.set(
      id,
      openPairedPhone({
        ...deps,
        connection,
        name: known.name,
        fingerprint: phoneFingerprint(store.deviceId, id),
        device: known.device,
        folder: own,
        onDevice(iden) {
          store.update(id, { device: iden })
          reportChange()
        },
        onChange: reportChange,
      }),
    )
  }

  function remove(id: string): void {
    const phone = phones.get(id)
    if (!phone) return
    phones.delete(id)
    connections.delete(id)
    const end = phone.close(true).finally(() => ending.delete(end))
    ending.add(end)
  }

  /** Does what is due: announcements, and questions while somebody looks whether they are answered by now. */
  function onTimer(): void {
    announce()
    if (isWatched()) for (const phone of phones.values()) phone.askForPermissions()
  }

  /** Announces this machine while somebody looks for a phone, or a paired one is away. */
  function announce(isWoken = false): void {
    const away = [...store.all()].filter(([id]) => !connections.get(id)?.link)
    const pause = pauseNow()
    if (!peer) return
    if (!isFinding()) peer.closeUnpaired()
    if (away.length === 0 && !isFinding()) return
    if (!isWoken && Date.now() - announcedAt < pause) return
    announcedAt = Date.now()
    peer.announce()
    if (isFinding() && sought !== undefined) peer.announce(sought)
    for (const [, { address }] of away) if (address !== undefined) peer.announce(address)
  }

  async function fulfil({ action, phone = '', address }: PhoneRequest): Promise<string | undefined> {
    const link = peer?.links.get(phone)
    if (action === 'list') return undefined
    if (action === 'find') {
      if (address !== undefined || !isFinding()) sought = address
      findingUntil = Date.now() + findingMilliseconds
      trouble = undefined
      try {
        await startPeer()
      } catch (error) {
        return `This machine cannot listen for phones (${(error as NodeJS.ErrnoException).code}). Another program may use the ports of KDE Connect.`
      }
      announce(true)
      return undefined
    }
    if (action === 'remove') {
      if (!store.find(phone)) return 'There is no such phone.'
      if (link) link.unpair()
      else {
        // It learns of it when it comes back.
        store.forget(phone)
        remove(phone)
      }
      return undefined
    }
    if (!link) return 'The phone is not connected.'
    if (action === 'ring') {
      if (link.state !== 'paired') return 'The phone is not paired.'
      if (!link.takes('findmyphone.request')) return 'The phone cannot be rung. Switch on "Find my phone" in KDE Connect there.'
      link.send('findmyphone.request')
    } else if (action === 'refuse') link.unpair()
    else if (action === 'pair' && link.state === 'unpaired') link.pair()
    else if (action === 'accept' && link.state === 'asked') link.pair()
    else return 'The phone does not ask any more.'
    return undefined
  }

  function reported(): ReportedPhone[] {
    const paired = [...store.all()].map(([id, { name }]): ReportedPhone => {
      const known = phones.get(id)
      const iden = known?.device()
      const link = connections.get(id)?.link
      return {
        id,
        name,
        state: 'paired',
        is_connected: link !== undefined,
        ...(iden !== undefined && { device_iden: iden }),
        ...(link && known && { ...known.battery(), permitted: known.permitted() }),
      }
    })
    const found = [...(peer?.links ?? [])].flatMap(([id, { identity, state, code }]): ReportedPhone[] =>
      store.find(id) ? [] : [{ id, name: identity.deviceName, state, is_connected: true, ...(code !== undefined && { code }) }],
    )
    return [...paired, ...found]
  }

  function report(guid?: string, error = isFinding() ? trouble : undefined): void {
    const content: PhoneReport = {
      type: 'phone_report',
      source_device_iden: device,
      name: ownName,
      phones: reported(),
      ...(guid !== undefined && { guid }),
      ...(error !== undefined && { error }),
    }
    last = last
      .then(() => session.sendEphemeral(content))
      .catch((failure: unknown) => {
        if (!(failure instanceof Refusal)) throw failure
        log(`The phones could not be reported: ${failure.message}`)
      })
  }

  /** Changes that come together are one report, however many a phone makes. */
  function reportChange(): void {
    if (!isWatched()) return
    changing ??= setTimeout(() => {
      changing = undefined
      report()
    }, reportEvery)
  }

  /** The request as one to this machine; undefined if it is for another. */
  function addressed(request: PhoneRequest): PhoneRequest | undefined {
    if (request.target_device_iden === device) return request
    for (const [id, known] of phones) if (known.device() === request.target_device_iden) return { ...request, phone: id }
    return undefined
  }

  async function onRequest(value: unknown): Promise<void> {
    const read = check(PhoneRequest, value)
    const request = 'value' in read ? addressed(read.value) : undefined
    // Each phone answers that by itself.
    if (!request || request.action === 'notifications') return
    watchedUntil = Date.now() + watchingMilliseconds
    report(request.guid, await fulfil(request))
  }

  return {
    async start() {
      store = openPhoneStore(join(folder, 'phones.json'), log)
      for (const id of store.all().keys()) run(id)
      if (store.all().size > 0)
        await startPeer().catch((error: NodeJS.ErrnoException) =>
          log(`Phones cannot be reached: the ports of KDE Connect cannot be used (${error.code}).`),
        )
      const timer = setInterval(onTimer, Math.min(every.finding, every.away))
      stops.push(
        () => clearInterval(timer),
        onWake(() => announce(true)),
        session.onEphemeral((ephemeral) => {
          if (ephemeral.type === 'phone_request') void onRequest(ephemeral)
        }),
      )
      announce(true)
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      // Nobody is told how the links end.
      findingUntil = 0
      watchedUntil = 0
      clearTimeout(changing)
      await Promise.all([...phones.values()].map((phone) => phone.close()))
      await Promise.all(ending)
      peer?.close()
      await last
    },
  }
}

// Android phones on the local network, through the app KDE Connect: finds and pairs them, and runs the features of each.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { check } from '@waypost/client/ground/objects'
import { PhoneRequest, type ReportedPhone } from '@waypost/protocol'
import { onWake } from '../../machine/wake.ts'
import type { Link } from '../../phone/kdeconnect/link.ts'
import { cleanName, protocolVersion } from '../../phone/kdeconnect/packet.ts'
import { Peer } from '../../phone/kdeconnect/peer.ts'
import { openPhoneStore, type PhoneStore } from '../../phone/kdeconnect/store.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { PhoneReports } from './phone-reports.ts'
import { type AnnouncementPauses, PhoneSearch } from './phone-search.ts'
import { RunningPhones } from './running-phones.ts'

/** The phone-specific options of a companion. */
export interface PhonesOptions {
  /** Where this machine's identity, the paired phones and their records are stored. */
  folder: string
  /** The fingerprint of the end-to-end key. */
  keyFingerprint: string | undefined
  /** This machine's name on phones; by default its host name. */
  name?: string | undefined
  /** All by default. */
  host?: string | undefined
  /** For trials only: see `PeerOptions.leastVersion`. */
  leastVersion?: number
  /** How often this machine announces itself while looking for phones, and while a paired one is away, in milliseconds. */
  every?: AnnouncementPauses
  /** How long a phone may take to answer before a permission counts as missing, in milliseconds. */
  permittedWithin?: number
}

interface Deps extends FeatureDeps, PhonesOptions {
  clipboard: boolean
}

/** The packet types received and sent. A phone does nothing that isn't listed, so no commands, keys, files or screens go either way. */
const incoming =
  'battery clipboard clipboard.connect contacts.response_uids_timestamps contacts.response_vcards notification ping share.request ' +
  'share.request.update sms.attachment_file sms.messages telephony'
const outgoing =
  'clipboard contacts.request_all_uids_timestamps contacts.request_vcards_by_uid findmyphone.request notification.action notification.reply ' +
  'notification.request ping share.request sms.request sms.request_attachment sms.request_conversation sms.request_conversations'

/** The folder for the phones of an account, in the settings folder. */
export const phonesFolder = (settings: string, account: string): string => join(settings, `phones-${account.replace(/\W/g, '_')}`)

/**
 * The phones paired with this machine: each is a device of the account. Nothing listens or announces itself until somebody looks for a
 * phone, or while none is paired.
 */
export function phonesFeature(deps: Deps): Feature {
  let phones: MachinePhones | undefined
  return {
    async start() {
      phones = new MachinePhones(deps, openPhoneStore(join(deps.folder, 'phones.json'), deps.log))
      await phones.start()
    },
    async close() {
      await phones?.close()
    },
  }
}

class MachinePhones {
  private readonly deps: Deps
  private readonly every: AnnouncementPauses
  private readonly name: string
  private readonly store: PhoneStore
  private readonly running: RunningPhones
  private readonly search = new PhoneSearch()
  private readonly reports: PhoneReports
  /** Undefined until it is needed. */
  private peer: Peer | undefined
  private starting: Promise<void> | undefined
  /** In milliseconds since 1970. */
  private announcedAt = 0
  /** The reason why a phone that was found cannot be used, as a sentence. */
  private trouble: string | undefined
  private readonly stops: (() => void)[] = []

  constructor(deps: Deps, store: PhoneStore) {
    this.deps = deps
    this.every = deps.every ?? { finding: 3_000, away: 60_000 }
    this.name = cleanName(deps.name ?? hostname()) || 'Waypost'
    this.store = store
    this.running = new RunningPhones({ ...deps, store, onChange: () => this.reports.reportChange() })
    this.reports = new PhoneReports({
      ...deps,
      isFinding: () => this.search.isOn(),
      content: () => ({
        name: this.name,
        phones: this.reported(),
        ...(this.search.isOn() && this.trouble !== undefined && { error: this.trouble }),
      }),
    })
  }

  async start(): Promise<void> {
    const { session, log } = this.deps
    for (const id of this.store.all().keys()) this.running.run(id)
    if (this.store.all().size > 0)
      await this.startPeer().catch((error: NodeJS.ErrnoException) =>
        log(`Phones cannot be reached: the ports of KDE Connect cannot be used (${error.code}).`),
      )
    const timer = setInterval(() => this.onTimer(), Math.min(this.every.finding, this.every.away))
    this.stops.push(
      () => clearInterval(timer),
      onWake(() => this.announce(true)),
      session.onEphemeral((ephemeral) => {
        if (ephemeral.type === 'phone_request') void this.onRequest(ephemeral)
      }),
    )
    this.announce(true)
  }

  async close(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop()
    // Nobody needs to hear about the links ending.
    this.search.end()
    this.reports.close()
    await this.running.close()
    this.peer?.close()
    await this.reports.ended()
  }

  /** @throws Error if the ports are taken */
  private async startPeer(): Promise<void> {
    if (this.peer) return this.starting
    const { host, leastVersion, log } = this.deps
    const opened = new Peer({
      identity: {
        deviceId: this.store.deviceId,
        deviceName: this.name,
        deviceType: 'desktop',
        protocolVersion,
        incoming: incoming.split(' '),
        outgoing: outgoing.split(' '),
      },
      credentials: this.store.credentials,
      trust: this.store,
      isPairing: () => this.search.isOn(),
      now: Date.now,
      host,
      leastVersion,
      log,
    })
    this.peer = opened
    opened.linked.on((link) => this.onLink(link))
    opened.unsuitable.on(({ reason }) => {
      this.trouble = reason
      this.reports.reportChange()
    })
    this.starting = opened.start()
    try {
      await this.starting
    } catch (error) {
      this.peer = undefined
      opened.close()
      throw error
    }
  }

  private onLink(link: Link): void {
    const { deviceId: id } = link.identity
    if (link.state === 'paired') this.running.attach(id, link)
    link.changes.on((state) => {
      if (state === 'paired') this.running.attach(id, link)
      else if (state === 'unpaired') this.running.remove(id)
      this.reports.reportChange()
    })
    link.ended.signal.addEventListener('abort', () => this.reports.reportChange())
    this.reports.reportChange()
  }

  /** Announces this machine if that is due, and asks phones again for permissions while somebody looks. */
  private onTimer(): void {
    this.announce()
    if (this.reports.isWatched()) this.running.askForPermissions()
  }

  /** Announces this machine while somebody looks for a phone, or a paired one is away. */
  private announce(isWoken = false): void {
    const { peer, search } = this
    const away = [...this.store.all()].filter(([id]) => !this.running.isConnected(id))
    if (!peer) return
    if (!search.isOn()) peer.closeUnpaired()
    if (away.length === 0 && !search.isOn()) return
    if (!isWoken && Date.now() - this.announcedAt < search.pause(this.every)) return
    this.announcedAt = Date.now()
    peer.announce()
    if (search.isOn() && search.sought !== undefined) peer.announce(search.sought)
    for (const [, { address }] of away) if (address !== undefined) peer.announce(address)
  }

  private async onRequest(value: unknown): Promise<void> {
    const read = check(PhoneRequest, value)
    const request = 'value' in read ? this.addressed(read.value) : undefined
    // Each phone answers that itself.
    if (!request || request.action === 'notifications') return
    this.reports.watch()
    this.reports.answer(request.guid, await this.fulfil(request))
  }

  /** Undefined if the request is for another machine. */
  private addressed(request: PhoneRequest): PhoneRequest | undefined {
    if (request.target_device_iden === this.deps.device) return request
    const phone = this.running.withDevice(request.target_device_iden)
    return phone === undefined ? undefined : { ...request, phone }
  }

  /** @returns why it cannot, as a sentence */
  private async fulfil({ action, phone = '', address }: PhoneRequest): Promise<string | undefined> {
    const link = this.peer?.links.get(phone)
    if (action === 'list') return undefined
    if (action === 'find') return this.find(address)
    if (action === 'remove') return this.remove(phone, link)
    if (!link) return 'The phone is not connected.'
    if (action === 'ring') return ring(link)
    if (action === 'refuse') link.unpair()
    else if (action === 'pair' && link.state === 'unpaired') link.pair()
    else if (action === 'accept' && link.state === 'asked') link.pair()
    else return 'The phone does not ask any more.'
    return undefined
  }

  private async find(address: string | undefined): Promise<string | undefined> {
    this.search.begin(address)
    this.trouble = undefined
    try {
      await this.startPeer()
    } catch (error) {
      return `This machine cannot listen for phones (${(error as NodeJS.ErrnoException).code}). Another program may use the ports of KDE Connect.`
    }
    this.announce(true)
    return undefined
  }

  private remove(phone: string, link: Link | undefined): string | undefined {
    if (!this.store.find(phone)) return 'There is no such phone.'
    if (link) link.unpair()
    else {
      // It learns of it when it reconnects.
      this.store.forget(phone)
      this.running.remove(phone)
    }
    return undefined
  }

  private reported(): ReportedPhone[] {
    const found = [...(this.peer?.links ?? [])].flatMap(([id, { identity, state, code }]): ReportedPhone[] =>
      this.store.find(id)
        ? []
        : [{ id, name: identity.deviceName, state, is_connected: true, ...(code !== undefined && { code }) }],
    )
    return [...this.running.reported(), ...found]
  }
}

/** @returns why it cannot, as a sentence */
function ring(link: Link): string | undefined {
  if (link.state !== 'paired') return 'The phone is not paired.'
  if (!link.takes('findmyphone.request')) return 'The phone cannot be rung. Switch on "Find my phone" in KDE Connect there.'
  link.send('findmyphone.request')
  return undefined
}

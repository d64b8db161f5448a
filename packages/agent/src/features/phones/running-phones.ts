// Runs the features of each paired phone, from its pairing until it is removed.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { phoneFingerprint, type ReportedPhone } from '@waypost/protocol'
import { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Link } from '../../phone/kdeconnect/link.ts'
import type { PhoneStore } from '../../phone/kdeconnect/store.ts'
import type { FeatureDeps } from '../feature.ts'
import { openPairedPhone, type PairedPhoneFeature } from './paired-phone.ts'

interface Options extends FeatureDeps {
  store: PhoneStore
  /** Each phone keeps its records in a folder of this one. */
  folder: string
  keyFingerprint: string | undefined
  clipboard: boolean
  permittedWithin?: number
  onChange(): void
}

/** The paired phones with their connections. */
export class RunningPhones {
  private readonly options: Options
  private readonly connections = new Map<string, Connection>()
  private readonly phones = new Map<string, PairedPhoneFeature>()
  /** Phones that were removed, and whose features have not ended yet. */
  private readonly ending = new Set<Promise<void>>()

  constructor(options: Options) {
    this.options = options
  }

  run(id: string): void {
    const { store, folder, log, onChange } = this.options
    const known = store.find(id)
    if (!known || this.phones.has(id)) return
    const connection = new Connection(id)
    this.connections.set(id, connection)
    connection.changes.on((link) => {
      if (!link) log(`"${known.name}" is no longer connected.`, true)
      onChange()
    })
    const own = join(folder, id)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    this.phones.set(
      id,
      openPairedPhone({
        ...this.options,
        connection,
        name: known.name,
        fingerprint: phoneFingerprint(store.deviceId, id),
        device: known.device,
        folder: own,
        onDevice(iden) {
          store.update(id, { device: iden })
          onChange()
        },
      }),
    )
  }

  /** A paired phone is connected. Its features run from now on. */
  attach(id: string, link: Link): void {
    const { store, log } = this.options
    store.update(id, { address: link.address })
    this.run(id)
    const connection = this.connections.get(id)
    if (!connection?.link) log(`"${link.identity.deviceName}" is connected.`, true)
    connection?.attach(link)
  }

  remove(id: string): void {
    const phone = this.phones.get(id)
    if (!phone) return
    this.phones.delete(id)
    this.connections.delete(id)
    const end = phone.close(true).finally(() => this.ending.delete(end))
    this.ending.add(end)
  }

  isConnected(id: string): boolean {
    return this.connections.get(id)?.link !== undefined
  }

  /** The phone that has an iden on the server, if it runs. */
  withDevice(iden: string | undefined): string | undefined {
    for (const [id, phone] of this.phones) if (phone.device() === iden) return id
    return undefined
  }

  askForPermissions(): void {
    for (const phone of this.phones.values()) phone.askForPermissions()
  }

  reported(): ReportedPhone[] {
    return [...this.options.store.all()].map(([id, { name }]) => {
      const known = this.phones.get(id)
      const iden = known?.device()
      const isConnected = this.isConnected(id)
      return {
        id,
        name,
        state: 'paired',
        is_connected: isConnected,
        ...(iden !== undefined && { device_iden: iden }),
        ...(isConnected && known && { ...known.battery(), permitted: known.permitted() }),
      }
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.phones.values()].map((phone) => phone.close()))
    await Promise.all(this.ending)
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Connection } from './connection.ts'
import type { Link } from './link.ts'
import { protocolVersion } from './packet.ts'
import { Peer } from './peer.ts'
import type { StandInPhone } from './stand-in-phone.ts'
import { openPhoneStore, type PhoneStore } from './store.ts'

// For tests: this machine as a KDE Connect peer, on a loopback address.

export interface TestPeer {
  peer: Peer
  store: PhoneStore
  lines: string[]
  host: string
  setPairing(pairing: boolean): void
  /** From now on, no time passes between connections. */
  stopClock(): void
  /** The next link, or the current one. */
  link(): Promise<Link>
  close(): void
}

/** @param host undefined for all addresses, to receive broadcasts */
export async function startTestPeer(
  host: string | undefined,
  incoming: readonly string[],
  outgoing: readonly string[],
  leastVersion?: number,
): Promise<TestPeer> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-peer-'))
  const store = openPhoneStore(join(folder, 'phones.json'), () => {})
  const lines: string[] = []
  let pairing = true
  let isStopped = false
  const peer = new Peer({
    identity: { deviceId: store.deviceId, deviceName: 'Waypost', deviceType: 'desktop', protocolVersion, incoming, outgoing },
    credentials: store.credentials,
    trust: store,
    isPairing: () => pairing,
    now: Date.now,
    monotonic: () => (isStopped ? 0 : undefined),
    host,
    leastVersion,
    log: (line) => void lines.push(line),
  })
  await peer.start()
  return {
    peer,
    store,
    lines,
    host: host ?? '',
    setPairing: (to) => {
      pairing = to
    },
    stopClock: () => {
      isStopped = true
    },
    link() {
      const [known] = peer.links.values()
      if (known) return Promise.resolve(known)
      return new Promise((resolve) => {
        const stop = peer.linked.on((link) => {
          stop()
          resolve(link)
        })
      })
    },
    close() {
      peer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Pairs the stand-in phone at its request, and attaches its link, and any that replace it, to the connection. */
export async function pairStandIn(here: TestPeer, android: StandInPhone, connection: Connection): Promise<void> {
  android.announce(here.host)
  const link = await here.link()
  await android.linked()
  android.ask()
  await vi.waitFor(() => expect(link.state).toBe('asked'))
  link.pair()
  await vi.waitFor(() => expect(android.isPaired).toBe(true))
  connection.attach(link)
  here.peer.linked.on((again) => connection.attach(again))
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, openSession, type Session } from '@waypost/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Feature } from '../../features/feature.ts'
import { phonesFeature } from '../../features/phones/phones.ts'
import { StandInPhone } from '../../phone/kdeconnect/stand-in-phone.ts'
import { loopbackAddresses } from '../../phone/kdeconnect/test-loopback.ts'
import { machine, server, setUpSignedIn, token } from '../../test-signed-in.ts'

let session: Session
let companion: Feature
let phone: StandInPhone
let host: string
let folder: string

setUpSignedIn()
beforeEach(async () => {
  const { devices } = (await server.request('/v2/devices', { token })).body
  const device = devices[0].iden
  session = openSession({ origin: server.origin, token, saved: inMemoryStore(), agent: 'test/1', sourceDevice: () => device })
  await session.start()
  const [own = '', other = ''] = loopbackAddresses(2)
  host = own
  folder = mkdtempSync(join(tmpdir(), 'waypost-phones-'))
  const every = { finding: 200, away: 300 }
  // Replaces `waypost run`, to listen on its own address.
  companion = phonesFeature({ session, device, log() {}, folder, keyFingerprint: undefined, clipboard: false, host, every })
  phone = new StandInPhone({ host: other })
  await phone.start()
})
afterEach(async () => {
  await companion.close()
  session.close()
  phone.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The person chooses the computer on the phone while `waypost phone add` looks for it. */
async function choose(): Promise<void> {
  const look = () => {
    if (!phone.tls) phone.announce(host)
    expect(phone.tls).toBeDefined()
  }
  await vi.waitFor(look, { interval: 300 })
  phone.ask()
}

test('a phone is added with the code that it shows, then listed, rung and removed', async () => {
  await companion.start()
  const adding = machine.start(['phone', 'add'], { input: 'y\n' })
  await adding.shows(/Open KDE Connect on the phone/, 'stderr')
  await choose()
  const { code, stdout, stderr } = await adding.ended
  expect([code, stdout]).toEqual([0, '"Pixel" is paired.\n'])
  expect(stderr).toContain(`"Pixel" shows the code ${phone.code}? [y/N]`)
  expect(phone.isPaired).toBe(true)
  expect((await machine.run('phone', 'list')).stdout).toMatch(/Pixel +connected +71 %/)
  expect((await machine.run('phone', 'ring', 'pixel')).stdout).toBe('"Pixel" rings.\n')
  await phone.next('findmyphone.request')
  expect((await machine.run('phone', 'ring', 'nokia')).stderr).toContain('No phone is called "nokia".')
  expect((await machine.run('phone', 'remove')).stdout).toBe('"Pixel" is no longer paired.\n')
  await vi.waitFor(() => expect(phone.isPaired).toBe(false))
  expect((await machine.run('phone', 'list')).stderr).toContain('No phone is paired with this machine.')
})

test('a phone whose code the person does not accept is not added', async () => {
  await companion.start()
  const adding = machine.start(['phone', 'add'], { input: 'n\n' })
  await adding.shows(/Open KDE Connect on the phone/, 'stderr')
  await choose()
  const { code, stderr } = await adding.ended
  expect([code, stderr]).toEqual([1, expect.stringContaining('The phone was not paired.')])
  expect(phone.isPaired).toBe(false)
})

test('without a companion, the command says how to start it', async () => {
  const { code, stderr } = await machine.run('phone', 'list')
  expect([code, stderr]).toEqual([1, 'The companion on this machine does not answer. Start it: waypost run\n'])
})

test('an app is muted by its package name, listed and unmuted', async () => {
  expect((await machine.run('phone', 'mute')).stdout).toBe('No app is muted.\n')
  expect((await machine.run('phone', 'mute', 'org.example.chat')).stdout).toBe('"org.example.chat" is muted.\n')
  expect((await machine.run('phone', 'mute')).stdout).toBe('org.example.chat\n')
  expect((await machine.run('phone', 'unmute', 'org.example.mail')).stderr).toContain(
    'No muted app is called "org.example.mail".',
  )
  expect((await machine.run('phone', 'unmute', 'org.example.chat')).stdout).toBe('"org.example.chat" is no longer muted.\n')
})

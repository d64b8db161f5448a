import { expect, test } from 'vitest'
import { startProxy } from '../db/test-proxy.ts'
import { busContract } from './bus.contract.ts'
import { openNats, readNatsUrl } from './nats.ts'

let count = 0
const fresh = () => `${process.env.WAYPOST_TEST_NATS_URL}/test-${process.pid}-${count++}`

busContract('nats', async () => {
  const url = fresh()
  const errors: unknown[] = []
  const hear = (error: unknown) => errors.push(error)
  return { one: await openNats(url, hear), other: await openNats(url, hear), errors }
})

test('nodes with another prefix hear nothing of each other', async () => {
  const [one, other] = [await openNats(fresh(), console.error), await openNats(fresh(), console.error)]
  const heard: unknown[] = []
  await other.subscribe('box.a', (message) => heard.push(message))
  one.publish('box.a', 1)
  await one.flush()
  other.publish('box.a', 2)
  await other.flush()
  expect(heard).toEqual([2])
  await one.close()
  await other.close()
})

test('while NATS is away a node hears itself; when it is back, a gap is told and all hear each other again', async () => {
  const url = fresh()
  const proxy = await startProxy(url)
  const one = await openNats(url, console.error)
  const cutOff = await openNats(proxy.url, console.error)
  const heard: unknown[] = []
  await cutOff.subscribe('box.a', (message) => heard.push(message))
  let gaps = 0
  const gap = new Promise<void>((resolve) => {
    cutOff.onGap(() => {
      gaps++
      resolve()
    })
  })
  await proxy.block()
  cutOff.publish('box.a', 'own')
  one.publish('box.a', 'missed')
  await one.flush()
  await cutOff.flush()
  const late = cutOff.subscribe('box.b', (message) => heard.push(message))
  expect(heard).toEqual(['own'])
  await proxy.unblock()
  await gap
  await late
  one.publish('box.a', 'heard')
  one.publish('box.b', 'heard too')
  while (heard.length < 3) await new Promise(setImmediate)
  expect(heard).toEqual(['own', 'heard', 'heard too'])
  expect(gaps).toBe(1)
  await one.close()
  await cutOff.close()
  await proxy.close()
})

test('a bus closes also while NATS is away', async () => {
  const proxy = await startProxy(fresh())
  const bus = await openNats(proxy.url, console.error)
  await proxy.block()
  const waiting = bus.subscribe('box.a', () => {})
  await bus.close()
  await waiting
})

test('the address says how to get in, and what subjects begin with', () => {
  expect(readNatsUrl('nats://bus.example.org')).toEqual({ servers: ['bus.example.org'], prefix: 'waypost' })
  expect(readNatsUrl('tls://me:secret%21@a.example.org:4222/mine, tls://b.example.org:4222')).toEqual({
    servers: ['a.example.org:4222', 'b.example.org:4222'],
    prefix: 'mine',
    user: 'me',
    pass: 'secret!',
    tls: {},
  })
  expect(readNatsUrl('nats://token@a.example.org')).toMatchObject({ token: 'token' })
})

import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicNames, type Resolve } from './public-address.ts'

let server: Socket
let resolve: Resolve

const four = 1
const six = 28
const records: Record<string, { [type: number]: number[] }> = {
  'both.example': { [four]: [192, 0, 2, 7], [six]: [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7] },
  'four.example': { [four]: [192, 0, 2, 8] },
  'six.example': { [six]: [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8] },
}

function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const entry = question.subarray(12, at + 5)
  const type = question.readUInt16BE(at + 1)
  const known = records[labels.join('.').toLowerCase()]
  const address = known?.[type]
  const header = Buffer.alloc(12)
  question.copy(header, 0, 0, 2)
  // A recursive response; 3 means no such name.
  header.writeUInt16BE(0x8180 | (known ? 0 : 3), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(address ? 1 : 0, 6)
  if (!address) return Buffer.concat([header, entry])
  const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
  return Buffer.concat([header, entry, record])
}

beforeAll(async () => {
  server = createSocket('udp4', (question, { port, address }) => server.send(answerTo(question), port, address))
  await new Promise<void>((bound) => server.bind(0, '127.0.0.1', bound))
  resolve = publicNames([`127.0.0.1:${server.address().port}`])
})
afterAll(() => void server.close())

test('a name has the addresses of both kinds, or of the one that it has', async () => {
  expect(await resolve('both.example')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])
  expect(await resolve('four.example')).toEqual([{ address: '192.0.2.8', family: 4 }])
  expect(await resolve('six.example')).toEqual([{ address: '2001:db8::8', family: 6 }])
})

test('a name that there is not is refused with the reason', async () => {
  await expect(resolve('none.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('the hosts file of this machine is not used', async () => {
  await expect(resolve('localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

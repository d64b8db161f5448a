import { type Actor, expect } from '../actors.ts'

/** Uploads a file like another program and sends it, with additional fields for its push. */
export async function sendFile(
  from: Actor,
  to: Actor,
  name: string,
  type: string,
  content: string | Buffer,
  more: object = {},
): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(content))
  const { body } = await from.call('/v3/start-upload', { name, size: bytes.length, type })
  await fetch(body.piece_urls[0], { method: 'POST', body: bytes })
  const { body: done } = await from.call('/v3/finish-upload', { id: body.id })
  const { status } = await from.call('/v2/pushes', { type: 'file', file_url: done.file_url, email: to.email, ...more })
  expect(status).toBe(200)
}

/** A tone of some seconds, as a WAV file. */
export function tone(seconds: number): Buffer {
  const rate = 8_000
  const samples = Buffer.alloc(rate * seconds)
  for (let at = 0; at < samples.length; at++) samples[at] = 128 + Math.round(40 * Math.sin((at / rate) * 440 * 2 * Math.PI))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate, 28],
    [samples.length, 40],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, samples])
}

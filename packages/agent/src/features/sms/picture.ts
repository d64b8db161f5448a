import { setTimeout as wait } from 'node:timers/promises'
import { type Picture, type PictureType, SmsRefused } from '../../phone/phone.ts'

/** No phone sends more than this, in bytes. */
const maxBytes = 10 * 2 ** 20
/** The timeout of an attempt in milliseconds, the number of attempts, and the pause between them in milliseconds. */
const retries = { timeout: 20_000, attempts: 3, pause: 1_000 }

/** The first bytes of each format (PNG, section 5.2; ITU-T T.81, annex B). */
const magicBytes: Record<PictureType, readonly number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
}

/**
 * Fetches the picture of a text. Data that isn't a picture is refused, because the address may lead to anything this machine can reach.
 * @throws SmsRefused if there is no picture to send
 */
export async function fetchPicture(url: string): Promise<Picture> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new SmsRefused('Its picture has no address that can be fetched.')
  const bytes = await fetchBytes(url)
  const found = Object.entries(magicBytes).find(([, beginning]) => beginning.every((byte, index) => bytes[index] === byte))
  if (!found) throw new SmsRefused('Only PNG and JPEG pictures can be sent.')
  return { type: found[0] as PictureType, bytes, url }
}

/** Downloads a picture, with few retries because later texts are waiting for it. @throws SmsRefused */
async function fetchBytes(url: string): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    let reason: string
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(retries.timeout) })
      if (response.ok) return await readBytes(response)
      reason = String(response.status)
      if (response.status < 500 && response.status !== 429) attempt = retries.attempts
    } catch (error) {
      if (error instanceof SmsRefused) throw error
      reason = 'no answer'
    }
    if (attempt >= retries.attempts) throw new SmsRefused(`Its picture could not be fetched (${reason}).`)
    await wait(retries.pause)
  }
}

async function readBytes({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > maxBytes) throw new SmsRefused(`Its picture is larger than ${maxBytes / 2 ** 20} MB.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

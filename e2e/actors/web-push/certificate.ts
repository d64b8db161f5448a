import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const hour = 60 * 60 * 1_000

const tags = { integer: 0x02, bits: 0x03, utf8: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 }
/** The object identifiers of ecdsa-with-SHA256 and of a common name, encoded. */
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex')
const commonName = Buffer.from('0603550403', 'hex')

/** A key, its certificate for a day, and the hash of the public key, with which Chromium can be told to accept the certificate. */
export function selfSigned(): { key: string; cert: string; keyHash: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = der(tags.sequence, ecdsaWithSha256)
  const name = der(tags.sequence, der(tags.set, der(tags.sequence, commonName, der(tags.utf8, Buffer.from('localhost')))))
  const validity = der(tags.sequence, time(Date.now() - hour), time(Date.now() + 23 * hour))
  // The first byte keeps the number positive and without leading zeros.
  const serial = der(tags.integer, Buffer.from([1]), randomBytes(15))
  const content = der(tags.sequence, serial, algorithm, name, validity, name, spki)
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', content, privateKey))
  const certificate = der(tags.sequence, content, algorithm, signature)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    keyHash: createHash('sha256').update(spki).digest('base64'),
  }
}

/** Encodes a part: its tag, its length and its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  const size = bytes.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), bytes])
}

/** Two digits for the year, e.g. `251124021000Z`. */
const time = (at: number) => der(tags.time, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

// Makes the self-signed certificate by which KDE Connect devices recognize each other (RFC 5280, in the DER of X.690).

import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate and its private key, as PEM. */
export interface Credentials {
  cert: string
  key: string
}

/** X.690 tags, and those defined for certificates. */
const tags = { integer: 0x02, bitString: 0x03, oid: 0x06, utf8: 0x0c, utcTime: 0x17, sequence: 0x30, set: 0x31, version: 0xa0 }
/** Object identifiers, encoded: ecdsa-with-SHA256 (RFC 5758), commonName and organizationName (X.520). */
const oids = { ecdsaWithSha256: '2a8648ce3d040302', commonName: '550403', organizationName: '55040a' }

function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  // Nothing here reaches 64 kB.
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => encode(tags.sequence, ...parts)
const oid = (name: keyof typeof oids) => encode(tags.oid, Buffer.from(oids[name], 'hex'))
const attribute = (name: keyof typeof oids, text: string) =>
  encode(tags.set, sequence(oid(name), encode(tags.utf8, Buffer.from(text))))
/** The start of a year. UTCTime has two digits for the year. */
const beginningOf = (year: number) => encode(tags.utcTime, Buffer.from(`${String(year % 100).padStart(2, '0')}0101000000Z`))

/**
 * Makes a P-256 key, and a certificate for it that is valid from last year on for ten years, as KDE's apps do: Android forgets devices
 * whose certificate isn't valid yet. Its common name is the device's id, which other devices check.
 */
export function makeCredentials(deviceId: string, now = new Date()): Credentials {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const year = now.getUTCFullYear()
  const name = sequence(attribute('commonName', deviceId), attribute('organizationName', 'Waypost'))
  // A leading 1 keeps the number positive.
  const serial = encode(tags.integer, Buffer.from([1]), randomBytes(8))
  const signed = sequence(
    encode(tags.version, encode(tags.integer, Buffer.from([2]))),
    serial,
    sequence(oid('ecdsaWithSha256')),
    name,
    sequence(beginningOf(year - 1), beginningOf(year + 10)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = encode(tags.bitString, Buffer.from([0]), sign('sha256', signed, privateKey))
  const lines = sequence(signed, sequence(oid('ecdsaWithSha256')), signature)
    .toString('base64')
    .replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

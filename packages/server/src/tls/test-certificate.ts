import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { isIP } from 'node:net'

// Generates self-signed certificates for tests: X.509 in DER (RFC 5280).

interface SelfSigned {
  key: string
  certificate: string
}

const oids = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  altNames: '0603551d11',
  basicConstraints: '0603551d13',
}
const hex = (text: string) => Buffer.from(text, 'hex')

/** @param names host names and IPv4 addresses */
export function selfSigned(names: string[], { from = Date.now() - 60_000, to = Date.now() + 3_600_000 } = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = sequence(hex(oids.ecdsaWithSha256))
  const name = sequence(der(0x31, sequence(hex(oids.commonName), der(0x0c, Buffer.from(`test ${names[0]}`)))))
  const alternatives = sequence(
    ...names.map((one) => (isIP(one) ? der(0x87, Buffer.from(one.split('.').map(Number))) : der(0x82, Buffer.from(one)))),
  )
  const content = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, Buffer.concat([hex('01'), createHash('sha256').update(key).digest().subarray(0, 15)])),
    algorithm,
    name,
    sequence(time(from), time(to)),
    name,
    key,
    der(0xa3, sequence(extension(oids.basicConstraints, sequence(der(0x01, hex('ff')))), extension(oids.altNames, alternatives))),
  )
  const signature = der(0x03, Buffer.concat([hex('00'), sign('sha256', content, privateKey)]))
  const lines = sequence(content, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const extension = (oid: string, value: Buffer) => sequence(hex(oid), der(0x04, value))
const time = (at: number) => der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')}`))

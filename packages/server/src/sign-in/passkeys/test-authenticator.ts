import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Json } from '../../test-server.ts'

// A software authenticator that produces what a browser returns for a passkey (Web Authentication, level 3), including invalid responses.

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** The subset of CBOR (RFC 8949) that credentials need. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Parameters<typeof cbor>[0])])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  return Buffer.concat([head(2, value.length), value])
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count])
  if (count < 256) return Buffer.from([(kind << 5) | 24, count])
  return Buffer.from([(kind << 5) | 25, count >> 8, count & 255])
}

const flags = { present: 1, verified: 4, credential: 64 }

interface Lies {
  origin?: string
  challenge?: string
  host?: string
  type?: string
  unverified?: true
  userHandle?: string
  counter?: number
}

/** A passkey in the authenticator of a person. */
export interface SoftPasskey {
  readonly id: string
  handle: string
  counter: number
  prove(options: Json, lies?: Lies): Json
}

/** Responds to the options of a new passkey, as a browser at `origin` does. @returns the response and the passkey */
export function createSoftPasskey(origin: string, options: Json, lies: Lies = {}): { response: Json; passkey: SoftPasskey } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x, y } = keys.publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const point = (text: string) => Buffer.from(text, 'base64url')
  // An ES256 key in COSE (RFC 9053).
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  )
  const authData = Buffer.concat([
    dataHead(
      lies.host ?? options.rp.id,
      flags.present | (lies.unverified ? 0 : flags.verified) | flags.credential,
      lies.counter ?? 0,
    ),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 255]),
    id,
    key,
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const response = {
    id: base64(id),
    rawId: base64(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData(lies.type ?? 'webauthn.create', lies.challenge ?? options.challenge, lies.origin ?? origin),
      attestationObject: base64(cbor(attestation)),
      transports: ['internal'],
    },
  }
  return { response, passkey: softPasskey(origin, base64(id), options.user.id, keys.privateKey) }
}

function softPasskey(origin: string, id: string, handle: string, key: KeyObject): SoftPasskey {
  const passkey: SoftPasskey = {
    id,
    handle,
    counter: 0,
    prove(options, lies = {}) {
      passkey.counter = lies.counter ?? passkey.counter + 1
      const data = dataHead(lies.host ?? options.rpId, flags.present | (lies.unverified ? 0 : flags.verified), passkey.counter)
      const client = clientData(lies.type ?? 'webauthn.get', lies.challenge ?? options.challenge, lies.origin ?? origin)
      const signature = sign(
        'sha256',
        Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]),
        createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })),
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client,
          authenticatorData: base64(data),
          signature: base64(signature),
          userHandle: lies.userHandle ?? passkey.handle,
        },
      }
    },
  }
  return passkey
}

function dataHead(host: string, bits: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(host), Buffer.from([bits]), count])
}

const clientData = (type: string, challenge: string, origin: string): string =>
  base64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))

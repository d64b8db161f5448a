/**
 * End-to-end encryption, in the format of the public API: PBKDF2-HMAC-SHA256 derives the key from a password with the account's iden as
 * salt; sealed text is the standard base64 of the version byte '1', the 16-byte tag, the 12-byte iv and the ciphertext of AES-256-GCM
 * without additional data.
 *
 * Uses the Web Cryptography API of Node.js and browsers; browsers offer it only on pages of https and of the local machine.
 */

/** The platform APIs used here; this package is compiled for neither browsers nor Node.js. */
interface Platform {
  crypto?: { subtle?: Subtle; getRandomValues(bytes: Bytes): Bytes }
  btoa(bytes: string): string
  atob(text: string): string
  TextEncoder: new () => { encode(text: string): Bytes }
  TextDecoder: new (encoding: string, options: { fatal: boolean }) => { decode(bytes: ArrayBuffer): string }
}

interface Subtle {
  importKey(format: 'raw', key: Bytes, algorithm: string, extractable: false, uses: readonly string[]): Promise<CryptoKey>
  deriveBits(algorithm: object, key: CryptoKey, bits: number): Promise<ArrayBuffer>
  digest(algorithm: string, bytes: Bytes): Promise<ArrayBuffer>
  encrypt(algorithm: object, key: CryptoKey, bytes: Bytes): Promise<ArrayBuffer>
  decrypt(algorithm: object, key: CryptoKey, bytes: Bytes): Promise<ArrayBuffer>
}

type CryptoKey = { readonly kind: unique symbol }
type Bytes = Uint8Array<ArrayBuffer>

const platform = globalThis as unknown as Platform

/** Iterations of PBKDF2. */
export const sealRounds = 30_000
/** In bytes. */
export const sealKeyLength = 32
const tagLength = 16
const ivLength = 12
const version = '1'.charCodeAt(0)

/** Whether encryption is available here. */
export const canSeal = (): boolean => platform.crypto?.subtle !== undefined

/** Derives the key of a password, as base64 of 32 bytes. `user` is the iden of the account. */
export async function sealKey(password: string, user: string): Promise<string> {
  const material = await subtle().importKey('raw', encode(password), 'PBKDF2', false, ['deriveBits'])
  const stretched = await subtle().deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: encode(user), iterations: sealRounds },
    material,
    sealKeyLength * 8,
  )
  return toBase64(new Uint8Array(stretched))
}

/** The fingerprint of a key, which shows whether two devices have the same key without revealing it: base64 of its SHA-256. */
export async function keyFingerprint(key: string): Promise<string> {
  return toBase64(new Uint8Array(await subtle().digest('SHA-256', fromBase64(key))))
}

/** Encrypts a text with a key. */
export async function seal(key: string, text: string): Promise<string> {
  const iv = cryptography().getRandomValues(new Uint8Array(ivLength))
  const sealed = new Uint8Array(await subtle().encrypt({ name: 'AES-GCM', iv }, await aesKey(key, 'encrypt'), encode(text)))
  const textLength = sealed.length - tagLength
  const whole = new Uint8Array(1 + tagLength + ivLength + textLength)
  whole[0] = version
  whole.set(sealed.subarray(textLength), 1)
  whole.set(iv, 1 + tagLength)
  whole.set(sealed.subarray(0, textLength), 1 + tagLength + ivLength)
  return toBase64(whole)
}

/** Decrypts a sealed text; undefined if it is malformed, was modified, or has another key. */
export async function unseal(key: string, sealed: string): Promise<string | undefined> {
  try {
    const whole = fromBase64(sealed)
    if (whole[0] !== version || whole.length < 1 + tagLength + ivLength) return undefined
    const tag = whole.subarray(1, 1 + tagLength)
    const iv = whole.slice(1 + tagLength, 1 + tagLength + ivLength)
    const ciphertext = whole.subarray(1 + tagLength + ivLength)
    const joined = new Uint8Array(ciphertext.length + tagLength)
    joined.set(ciphertext)
    joined.set(tag, ciphertext.length)
    const opened = await subtle().decrypt({ name: 'AES-GCM', iv }, await aesKey(key, 'decrypt'), joined)
    return new platform.TextDecoder('utf-8', { fatal: true }).decode(opened)
  } catch {
    // Web Cryptography does not reveal the cause of a failure.
    return undefined
  }
}

function aesKey(key: string, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return subtle().importKey('raw', fromBase64(key), 'AES-GCM', false, [use])
}

function cryptography() {
  if (!platform.crypto) throw new Error('There is no Web Cryptography API here.')
  return platform.crypto
}

function subtle(): Subtle {
  const { subtle } = cryptography()
  if (!subtle) throw new Error('A browser seals only on pages of https and of its own machine.')
  return subtle
}

const encode = (text: string) => new platform.TextEncoder().encode(text)

function toBase64(bytes: Uint8Array): string {
  let text = ''
  // The number of arguments of a function call is limited.
  for (let start = 0; start < bytes.length; start += 8_192) text += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  return platform.btoa(text)
}

function fromBase64(text: string): Bytes {
  const bytes = platform.atob(text)
  const whole = new Uint8Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) whole[index] = bytes.charCodeAt(index)
  return whole
}

// Packs the extension in the format that Chromium installs by policy: CRX3, a zip behind a signature.
// https://chromium.googlesource.com/chromium/src/+/main/components/crx_file/crx3.proto

import { createHash, createPublicKey, sign } from 'node:crypto'

/** Field numbers of `CrxFileHeader`, `AsymmetricKeyProof` and `SignedData`. */
const fields = { proof: 2, signedData: 10_000, publicKey: 1, signature: 2, crxId: 1 }

/**
 * Signs a zip with a private key (RSA, PEM). The extension's id is derived from the key, so anyone who has the key can update the
 * extension.
 * @param {Buffer} zip
 * @param {string} privateKey
 * @returns {{ crx: Buffer, id: string }}
 */
export function signedCrx(zip, privateKey) {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const id = createHash('sha256').update(publicKey).digest().subarray(0, 16)
  const signedData = field(fields.crxId, id)
  const covered = Buffer.concat([Buffer.from('CRX3 SignedData\0'), number32(signedData.length), signedData, zip])
  const signature = sign('sha256', covered, privateKey)
  const proof = Buffer.concat([field(fields.publicKey, publicKey), field(fields.signature, signature)])
  const header = Buffer.concat([field(fields.proof, proof), field(fields.signedData, signedData)])
  return { crx: Buffer.concat([Buffer.from('Cr24'), number32(3), number32(header.length), header, zip]), id: letters(id) }
}

/** An id in Chromium's notation: letters from a to p, one for every four bits. @param {Buffer} id */
const letters = (id) => id.toString('hex').replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))

/** A length-delimited Protocol Buffers field. @param {number} number @param {Buffer} content */
const field = (number, content) => Buffer.concat([varint(number * 8 + 2), varint(content.length), content])

/** @param {number} value */
function varint(value) {
  const bytes = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}

/** @param {number} value */
function number32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

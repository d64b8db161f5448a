import { inflateRawSync } from 'node:zlib'

/** Reads a zip by its directory, as specified in https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [method, names, extras, comments] = [10, 28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + names)
    const large = zip64(bytes.subarray(at + 46 + names, at + 46 + names + extras))
    const size = large ? Number(large.readBigUInt64LE(12)) : bytes.readUInt32LE(at + 20)
    const header = large ? Number(large.readBigUInt64LE(20)) : bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const packed = bytes.subarray(start, start + size)
    entries.set(name, method === 8 ? inflateRawSync(packed) : packed)
    at += 46 + names + extras + comments
  }
  return entries
}

function zip64(extra: Buffer): Buffer | undefined {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at)
  return undefined
}

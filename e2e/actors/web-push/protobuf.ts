// Writes and reads messages in Protocol Buffers format, as far as Chromium's push messaging uses it.

/** A field: a 64-bit number is `fixed`, any other number a varint. */
export type Field = [number: number, value: bigint | number | string | Buffer | { fixed: bigint }]

const wire = { varint: 0, fixed: 1, bytes: 2, short: 5 }

/** Encodes a message. */
export function encode(fields: Field[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    const tag = (type: number) => varint((number << 3) | type)
    if (typeof value === 'bigint' || typeof value === 'number') return [tag(wire.varint), varint(value)]
    if (typeof value === 'object' && 'fixed' in value) {
      const eight = Buffer.alloc(8)
      eight.writeBigUInt64LE(value.fixed)
      return [tag(wire.fixed), eight]
    }
    const bytes = Buffer.from(value)
    return [tag(wire.bytes), varint(bytes.length), bytes]
  })
  return Buffer.concat(parts)
}

/** Decodes a message into the values of each field, by field number. */
export function decode(message: Buffer): Map<number, (bigint | Buffer)[]> {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const number = () => {
    const read = readVarint(message, at)
    if (!read) throw new Error('A message of the browser ends within a field.')
    at = read.end
    return read.value
  }
  const bytes = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(number())
    const type = tag & 7
    const value =
      type === wire.varint
        ? number()
        : type === wire.fixed
          ? bytes(8).readBigUInt64LE()
          : bytes(type === wire.short ? 4 : Number(number()))
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

/** Encodes a number in as many bytes as it needs. */
export function varint(value: bigint | number): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}

/** Reads a number and returns where it ends; undefined if its bytes are incomplete. */
export function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | undefined {
  let value = 0n
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    value |= BigInt(byte & 127) << BigInt(7 * (at - start))
    if (byte < 128) return { value, end: at + 1 }
  }
  return undefined
}

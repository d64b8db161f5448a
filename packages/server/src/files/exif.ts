// Reads how a picture is turned.

/** The orientation of EXIF: tag 0x112 in the first directory of a TIFF file. */
export function exif(tiff: Buffer): number | undefined {
  const isLittle = is(tiff, 0, 'II')
  if (tiff.length < 14 || (!isLittle && !is(tiff, 0, 'MM'))) return undefined
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = short(directory)
  for (let entry = 0; entry < count && directory + 14 + entry * 12 <= tiff.length; entry++) {
    const at = directory + 2 + entry * 12
    if (short(at) !== 0x112) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

const is = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

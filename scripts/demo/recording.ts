const rate = 8_000
const parts = 40
const headerBytes = 44

/**
 * A recording that lasts `seconds`, with the fields that clients show of it.
 * @returns bytes of a WAV file (8-bit PCM, one channel)
 */
export function record(seconds: number): { bytes: Buffer; duration: number; peaks: string } {
  const samples = seconds * rate
  const bytes = Buffer.alloc(headerBytes + samples)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  for (let index = 0; index < samples; index++) {
    const time = index / rate
    const tone = Math.sin(2 * Math.PI * (150 + 30 * Math.sin(time * 2.1)) * time) * 0.6 + Math.sin(2 * Math.PI * 310 * time) * 0.2
    bytes[headerBytes + index] = 128 + Math.round(90 * loudness(time) * tone)
  }
  const peaks = Array.from({ length: parts }, (_, part) =>
    Math.round(loudness(((part + 0.5) * seconds) / parts) * 31).toString(32),
  )
  return { bytes, duration: seconds, peaks: peaks.join('') }
}

/** The loudness of the voice at a time in seconds, from 0 to 1: words, with a pause after each phrase. */
function loudness(time: number): number {
  const pause = time % 3.4 > 2.9 ? 0.08 : 1
  return pause * (0.25 + 0.75 * Math.abs(Math.sin(time * 5.3) * Math.cos(time * 1.7)))
}

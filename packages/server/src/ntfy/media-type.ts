// Determines the type of a file by its first bytes, ignoring what its sender claims.

import { isCutUtf8, lettersOf } from '../fetch/utf8.ts'

interface Kind {
  type: string
  /** The usual file extension. */
  ending: string
}

const signatures: readonly (readonly [at: number, begins: string, type: string, ending: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png', 'png'],
  [0, '\xff\xd8\xff', 'image/jpeg', 'jpg'],
  [0, 'GIF8', 'image/gif', 'gif'],
  [8, 'WEBP', 'image/webp', 'webp'],
  [4, 'ftypavif', 'image/avif', 'avif'],
  [4, 'ftyphei', 'image/heic', 'heic'],
  [4, 'ftypM4A', 'audio/mp4', 'm4a'],
  [4, 'ftypqt', 'video/quicktime', 'mov'],
  [4, 'ftyp', 'video/mp4', 'mp4'],
  [0, 'BM', 'image/bmp', 'bmp'],
  [0, '%PDF-', 'application/pdf', 'pdf'],
  [0, 'PK\x03\x04', 'application/zip', 'zip'],
  [0, '\x1f\x8b', 'application/gzip', 'gz'],
  [0, '7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed', '7z'],
  [0, '\x28\xb5\x2f\xfd', 'application/zstd', 'zst'],
  [0, 'OggS', 'audio/ogg', 'ogg'],
  [0, 'fLaC', 'audio/flac', 'flac'],
  [8, 'WAVE', 'audio/wav', 'wav'],
  [0, 'ID3', 'audio/mpeg', 'mp3'],
  [0, '\xff\xfb', 'audio/mpeg', 'mp3'],
  [0, '\x1aE\xdf\xa3', 'video/webm', 'webm'],
]

/** The type of a file, by its first bytes. */
export function kindOf(start: Buffer): Kind {
  const text = start.toString('latin1', 0, 32)
  for (const [at, begins, type, ending] of signatures) if (text.startsWith(begins, at)) return { type, ending }
  return isText(start.subarray(0, 512))
    ? { type: 'text/plain; charset=utf-8', ending: 'txt' }
    : { type: 'application/octet-stream', ending: 'bin' }
}

function isText(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return false
  const letters = lettersOf(bytes)
  const [only, second] = letters.broken
  // The last letter may continue beyond these bytes.
  if (!only || (!second && only.to === bytes.length)) return true
  return isCutUtf8(letters)
}

/** Characters that do something to a line instead of standing in it, and those that turn its direction. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{10ff80}-\u{10ffff}]/gu

/** A file's name as it may be shown anywhere; what asks for the file is its path, which stays as it is. */
export function shownName(name: string): string {
  return name.replace(unsafe, '\ufffd')
}

/**
 * Stands in a name for a byte that is no UTF-8, one character for each byte (0x80 to 0xff), as text has no other way to name such a file.
 * They are from the end of the private use area; bytes that are one of them stand in the same way, so that no two names are the same.
 */
const standIn = { first: 0x10ff00, any: /[\u{10ff80}-\u{10ffff}]/u }
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A name as a file system holds it, as text. `bytesOf` makes the same bytes of it. */
export function nameOf(bytes: Uint8Array): string {
  const whole = decoded(bytes)
  if (whole !== undefined) return whole
  let name = ''
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    const character = at + length <= bytes.length ? decoded(bytes.subarray(at, at + length)) : undefined
    name += character ?? String.fromCodePoint(standIn.first + byte)
    at += character === undefined ? 1 : length
  }
  return name
}

/** The bytes of a name. */
export function bytesOf(name: string): Buffer {
  if (!standIn.any.test(name)) return Buffer.from(name)
  return Buffer.concat(
    Array.from(name, (character) =>
      standIn.any.test(character) ? Buffer.of((character.codePointAt(0) ?? 0) - standIn.first) : Buffer.from(character),
    ),
  )
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes)
    return standIn.any.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Names that Windows keeps for devices, whatever ending they have. */
const windowsDevices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i
/** Windows takes a backslash for a slash, a colon for a second content of a file, and forgets dots and spaces at the end. */
const windowsSpecial = /[\\:*?"<>|]|[. ]$/

/** Whether a text can only be the name of something in a folder, and never a way out of it. */
export function isName(text: string, platform = process.platform): boolean {
  if (text === '' || text === '.' || text === '..' || /[/\0]/.test(text) || !text.isWellFormed()) return false
  return platform !== 'win32' || !(windowsSpecial.test(text) || windowsDevices.test(text))
}

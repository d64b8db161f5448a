/** Control characters and those that change text direction. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{10ff80}-\u{10ffff}]/gu

/** A file name that is safe to show. Files are requested by path, which keeps all characters. */
export function shownName(name: string): string {
  return name.replace(unsafe, '\ufffd')
}

/**
 * Names need not be valid UTF-8. Each invalid byte (0x80 to 0xff) becomes one character from the end of the private use area; valid bytes
 * of these characters are replaced in the same way, so that all names stay different.
 */
const standIn = { first: 0x10ff00, any: /[\u{10ff80}-\u{10ffff}]/u }
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes a name of the file system. `bytesOf` is the inverse. */
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

/** Encodes a name for the file system. */
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

/** Names that Windows reserves for devices, with any extension. */
const windowsDevices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i
/** On Windows a backslash separates names, a colon begins an alternate stream, and trailing dots and spaces are dropped. */
const windowsSpecial = /[\\:*?"<>|]|[. ]$/

/** Whether text is a plain name in a folder, and not a path out of it. */
export function isName(text: string, platform = process.platform): boolean {
  if (text === '' || text === '.' || text === '..' || /[/\0]/.test(text) || !text.isWellFormed()) return false
  return platform !== 'win32' || !(windowsSpecial.test(text) || windowsDevices.test(text))
}

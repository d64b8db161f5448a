/** Characters that do something to a line instead of standing in it, and those that turn its direction. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A file's name as it may be shown anywhere; what asks for the file is its path, which stays as it is. */
export function shownName(name: string): string {
  return name.replace(unsafe, '\ufffd')
}

/** A name as a file system holds it; undefined for bytes that are no UTF-8, as no text could ask for them. */
export function nameOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
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

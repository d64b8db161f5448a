// Decodes encoded words in headers, such as `=?utf-8?q?caf=C3=A9?=` (RFC 2047).

const charsetLength = 40

/** Decodes the encoded words of a header in linear time. White space between two is dropped; a broken word stays as it is. */
export function decodedWords(text: string): string {
  if (!text.includes('=?')) return text
  let written = ''
  let at = 0
  /** The start of the text after the last encoded word; -1 if other text follows it. */
  let afterWord = -1
  while (at < text.length) {
    const start = text.indexOf('=?', at)
    if (start === -1) break
    const word = wordAt(text, start)
    if (word === undefined) {
      written += text.slice(at, start + 2)
      at = start + 2
      afterWord = -1
      continue
    }
    const between = text.slice(at, start)
    if (afterWord !== at || between.trim() !== '') written += between
    written += word.text
    at = word.end
    afterWord = at
  }
  return written + text.slice(at)
}

function wordAt(text: string, start: number): { text: string; end: number } | undefined {
  const afterCharset = text.indexOf('?', start + 2)
  if (afterCharset === -1 || afterCharset - start - 2 > charsetLength || text[afterCharset + 2] !== '?') return undefined
  const encoding = text[afterCharset + 1]?.toLowerCase()
  const content = afterCharset + 3
  const end = text.indexOf('?', content)
  if (end === -1 || text[end + 1] !== '=') return undefined
  const bytes =
    encoding === 'q' ? fromQ(text.slice(content, end)) : encoding === 'b' ? fromBase64(text.slice(content, end)) : undefined
  if (bytes === undefined) return undefined
  // A language may follow the charset (RFC 2231, 5).
  const charset = text.slice(start + 2, afterCharset).split('*', 1)[0] as string
  try {
    return { text: new TextDecoder(charset, { fatal: false }).decode(bytes), end: end + 2 }
  } catch {
    return undefined
  }
}

function fromBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

function fromQ(text: string): Buffer | undefined {
  const bytes = Buffer.from(text)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte !== 0x3d) bytes[length++] = byte === 0x5f ? 0x20 : byte
    else {
      const code = Number.parseInt(/^[0-9A-Fa-f]{2}$/.exec(bytes.toString('latin1', at + 1, at + 3))?.[0] ?? '', 16)
      if (Number.isNaN(code)) return undefined
      bytes[length++] = code
      at += 2
    }
  }
  return bytes.subarray(0, length)
}

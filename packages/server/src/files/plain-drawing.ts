// Tells drawings (SVG) without pictures inside from others.

/**
 * Whether a drawing has no picture inside, so that drawing it takes no more memory than its place on the screen has. A browser loads nothing
 * from elsewhere for it, so a picture inside is a `data:` address, however that is written.
 */
export function isPlainDrawing(bytes: Buffer): boolean {
  // Bytes of other encodings could hide the word.
  if (bytes.includes(0) || bytes.includes(0x1b)) return false
  const text = bytes.toString('latin1')
  // Addresses are read without line ends and tabs; references and escapes of style sheets stand for other characters.
  return (
    !/data:|<!entity|&#|\\/i.test(text.replace(/[\t\r\n]/g, '')) && !/encoding\s*=\s*["'](?!utf-8|us-ascii|iso-8859-)/i.test(text)
  )
}

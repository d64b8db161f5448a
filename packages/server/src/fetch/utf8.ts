interface BrokenLetter {
  from: number
  to: number
}

interface Letters {
  complete: number
  broken: BrokenLetter[]
}

/** Finds the letters beyond ASCII as https://encoding.spec.whatwg.org#utf-8-decoder does. The end of a letter alone is a broken one. */
export function lettersOf(bytes: Uint8Array): Letters {
  const broken: BrokenLetter[] = []
  let complete = 0
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number
    if (lead < 0x80) {
      at++
      continue
    }
    const from = at++
    const following = followingOf(lead)
    let found = 0
    while (found < following && continues(lead, found, bytes[at])) {
      found++
      at++
    }
    if (following > 0 && found === following) {
      complete++
      continue
    }
    // Even the longest letter has at most three bytes after the first.
    if (isContinuation(lead)) while (at - from < 3 && isContinuation(bytes[at])) at++
    broken.push({ from, to: at })
  }
  return { complete, broken }
}

/** Whether these letters are of UTF-8 text with some truncated: other encodings hardly ever contain complete UTF-8 letters. */
export const isCutUtf8 = ({ complete, broken }: Letters): boolean => complete > 0 && broken.length <= complete

/** Decodes UTF-8 with one U+FFFD for each broken letter. */
export function textWithCuts(bytes: Uint8Array, { broken }: Letters): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  let after = 0
  for (const { from, to } of broken) {
    text += `${decoder.decode(bytes.subarray(after, from))}\ufffd`
    after = to
  }
  return text + decoder.decode(bytes.subarray(after))
}

/** The number of bytes that follow the first byte of a letter; 0 if the byte can't be the first. */
function followingOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1
  if (lead >= 0xe0 && lead <= 0xef) return 2
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
}

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte <= 0xbf

/** The second byte of some letters has its own limits: they exclude overlong forms, surrogates, and code points beyond Unicode. */
function continues(lead: number, index: number, byte: number | undefined): boolean {
  if (!isContinuation(byte)) return false
  if (index > 0) return true
  const second = byte as number
  if (lead === 0xe0) return second >= 0xa0
  if (lead === 0xed) return second <= 0x9f
  if (lead === 0xf0) return second >= 0x90
  return lead !== 0xf4 || second <= 0x8f
}

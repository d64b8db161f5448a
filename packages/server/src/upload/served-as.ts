/** Types that a browser may display because they run no code. All others are downloads. */
const shown = new Set(
  [
    'image/png image/jpeg image/gif image/webp image/avif',
    'video/mp4 video/webm video/ogg',
    'audio/mpeg audio/mp4 audio/webm audio/ogg audio/wav audio/x-wav text/plain',
  ].flatMap((types) => types.split(' ')),
)

/** The headers of a file: the uploader's media type, and whether a browser may display it. */
export function servedAs(type: string, name: string): { 'content-type': string; 'content-disposition': string } {
  const [base = '', ...parameters] = type.toLowerCase().split(';')
  const plain = base.trim()
  const known = shown.has(plain)
  // The only relevant parameter is the charset of texts.
  const charset = /^\s*charset=([a-z0-9_-]{1,40})\s*$/.exec(parameters.join(';'))?.[1] ?? (plain === 'text/plain' ? 'utf-8' : '')
  const readable = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(plain) ? plain : 'application/octet-stream'
  return {
    'content-type': charset && readable === plain ? `${readable}; charset=${charset}` : readable,
    'content-disposition': disposition(known ? 'inline' : 'attachment', name),
  }
}

/** RFC 6266: an ASCII name for old programs, and the full one for all others. */
function disposition(kind: string, name: string): string {
  const clean = name.toWellFormed().replace(/\p{Cc}/gu, ' ')
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Parses a `Range` header: undefined for the whole file (as for several ranges, which is allowed); `none` if unsatisfiable. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? 'none' : { start: size - count, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'none' : { start, end }
}

import { nameLength } from '@waypost/protocol'

/** In bytes. Larger pictures are sent as links. */
export const largestPicture = 25_000_000
const within = 20_000

/** The picture at an address; undefined if it isn't one, is too large, or can't be fetched from here. */
export async function fetchPicture(url: string, fetchIt: typeof fetch = fetch): Promise<File | undefined> {
  try {
    // Without cookies: a page must not get at pictures only this person may see by naming their address.
    const answer = await fetchIt(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(within) })
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (!answer.ok || !type.startsWith('image/') || !answer.body) return undefined
    const pieces = await piecesOf(answer.body)
    return pieces && new File(pieces, pictureName(url, type), { type })
  } catch {
    // No permission, no network, or a truncated response.
    return undefined
  }
}

async function piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return size > 0 ? pieces : undefined
    size += value.length
    if (size > largestPicture) {
      await reader.cancel()
      return undefined
    }
    pieces.push(value)
  }
}

/** File extensions of the types whose name differs from them. */
const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg', 'image/x-icon': 'ico' }

/** The name of a picture: the one in its address, with the extension of its type. */
export function pictureName(url: string, type: string): string {
  const ending = endings[type] ?? (/^image\/([a-z0-9]{2,5})$/.exec(type)?.[1] || 'png')
  const last = url.startsWith('data:') ? '' : decodedPath(url).split('/').at(-1)
  const name = (last ?? '').replace(/[\p{Cc}\\:*?"<>|]/gu, '').slice(0, nameLength / 4)
  if (name === '') return `Picture.${ending}`
  return /\.[a-z0-9]{2,5}$/i.test(name) ? name : `${name}.${ending}`
}

function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return ''
  }
}

import { FetchError } from '../../fetch/failure.ts'
import type { Fetcher } from '../../fetch/public-fetcher.ts'
import { sizeOfBytes } from '../../files/picture-size.ts'
import { readInWorker } from './ask-worker.ts'
import type { PageFacts } from './page.ts'

/** The content of a link's preview. */
export interface FetchedPreview {
  title?: string
  description?: string
  picture?: CheckedPicture
  icon?: CheckedPicture
}

/** The maximum bytes read of a page. Usually its head ends earlier. */
const pageBytes = 2 * 2 ** 20
const pictureBytes = 2 * 2 ** 20
const iconBytes = 256 * 1_024
/** Milliseconds for each of page, picture and icon, and for all of them together. */
const timeLimit = 8_000
const wholeLimit = 15_000
/** Smaller pictures are tracking pixels and the like. */
const smallest = 40
/** The maximum pictures, and icons, that are tried. */
const tries = 2

/** Many sites describe themselves only to programs that state their purpose. */
const agent = 'Mozilla/5.0 (compatible; Waypost; link preview bot)'

/** Fetches a link's page in bounded time, without late parts; undefined if there is nothing to show. @throws the signal's reason */
export async function fetchPreview(
  fetcher: Fetcher,
  address: string,
  stop: AbortSignal,
  limit = wholeLimit,
): Promise<FetchedPreview | undefined> {
  const late = AbortSignal.timeout(limit)
  const found = await fetchUntil(fetcher, address, AbortSignal.any([stop, late]))
  stop.throwIfAborted()
  return found
}

async function fetchUntil(fetcher: Fetcher, address: string, signal: AbortSignal): Promise<FetchedPreview | undefined> {
  const { headEnds } = await import('./head.ts')
  const page = await attempt(signal, () =>
    fetcher.get(address, {
      headers: { accept: 'text/html, application/xhtml+xml, image/*;q=0.8', 'user-agent': agent },
      signal,
      timeLimit,
      startOnly: pageBytes,
      isEnough: headEnds(),
    }),
  )
  if (!page) return undefined
  const type = page.headers['content-type'] ?? ''
  if (/^\s*image\//i.test(type)) {
    const picture = await firstPicture(fetcher, [page.url], pictureBytes, signal)
    return picture && { picture }
  }
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)) return undefined
  const facts = await attempt(signal, () => readInWorker({ body: page.body, type, address: page.url }))
  return facts && withPictures(fetcher, facts, signal)
}

async function withPictures(
  fetcher: Fetcher,
  { title, description, pictures, icons }: PageFacts,
  signal: AbortSignal,
): Promise<FetchedPreview | undefined> {
  if (title === undefined && description === undefined && pictures.length === 0) return undefined
  const [picture, icon] = await Promise.all([
    firstPicture(fetcher, pictures, pictureBytes, signal, ({ width, height }) => Math.min(width, height) >= smallest),
    firstPicture(fetcher, icons, iconBytes, signal),
  ])
  if (title === undefined && description === undefined && picture === undefined) return undefined
  return { ...(title && { title }), ...(description && { description }), ...(picture && { picture }), ...(icon && { icon }) }
}

async function firstPicture(
  fetcher: Fetcher,
  addresses: readonly string[],
  sizeLimit: number,
  signal: AbortSignal,
  isGood: (picture: CheckedPicture) => boolean = () => true,
): Promise<CheckedPicture | undefined> {
  for (const address of addresses.slice(0, tries)) {
    const headers = { accept: 'image/*', 'user-agent': agent }
    const answer = await attempt(signal, () => fetcher.get(address, { headers, signal, timeLimit, sizeLimit }))
    const picture = answer && (await checkPicture(answer.body))
    if (picture && isGood(picture)) return picture
  }
  return undefined
}

/** Anything that can't be fetched is omitted without an error. */
async function attempt<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchError || signal.aborted) return undefined
    throw error
  }
}

interface CheckedPicture {
  type: PictureType
  bytes: Buffer
  width: number
  height: number
}

/** A browser takes four bytes of memory for each pixel, however few bytes the picture has. */
const maxPixels = 16_000_000
const maxSide = 10_000

/** Formats that browsers draw, and that run no code. */
const served = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/x-icon'] as const
type PictureType = (typeof served)[number]

/** Checks a picture by its bytes, whatever type its server declares; undefined for anything but a picture that may be served. */
export async function checkPicture(bytes: Buffer): Promise<CheckedPicture | undefined> {
  const size = await sizeOfBytes(bytes)
  const type = served.find((one) => one === size?.type)
  if (!size || type === undefined) return undefined
  const { width, height } = size
  if (Math.max(width, height) > maxSide || width * height > maxPixels) return undefined
  return { type, bytes, width, height }
}

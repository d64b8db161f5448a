// Caches the page of the web client, and answers navigations with it: right away for pages that open the app, and offline for all others.

import { keptFiles } from './scope.ts'

/** Each version has its own cache: while a new one is waiting, the previous one still answers with its own page and files. */
const cachePrefix = 'waypost-page'
const pageAddress = '/'
/** The pages that open the app. Others have their own headers or are read once. */
const opensAtOnce = ['/', '/chat', '/share']
/** How long the server may take to send a fresh page, in milliseconds. */
const freshWithin = 20_000
/** Addresses that are not pages of the web client. */
const served =
  /^\/(v\d|oauth2|provider\/local\/|docs|apps\/|streaming|subscribe\/|websocket|healthz|metrics|\.well-known)|\.[a-z0-9]+$/i

/** Caches the server's page. @throws if the server has a different version by now: then that version's worker is about to follow */
export async function keepPage(): Promise<void> {
  const answer = await fetch(pageAddress, { cache: 'no-cache', credentials: 'omit' })
  if (!(await isOfThisVersion(answer))) throw new Error('The page is not of the version of this worker.')
  await putPage(answer)
}

/** Whether a request opens a page of the web client in a window or a tab. */
export function opensPage({ method, mode, destination, url }: Request): boolean {
  return method === 'GET' && mode === 'navigate' && destination === 'document' && !served.test(new URL(url).pathname)
}

/** Answers a navigation. `later` continues after the response. */
export function answerPage(request: Request): { answer: Promise<Response>; later: Promise<unknown> } {
  if (!opensAtOnce.includes(new URL(request.url).pathname)) {
    const answer = fetch(request).catch(async (error: unknown) => {
      const kept = await readPage()
      if (kept) return kept
      throw error
    })
    return { answer, later: answer.catch(() => {}) }
  }
  // A worker is replaced only once its work is done.
  const signal = AbortSignal.timeout(freshWithin)
  const fresh = fetch(pageAddress, { cache: 'no-cache', credentials: 'omit', signal })
  const answer = readPage().then(async (kept) => kept ?? (await fresh).clone())
  const later = fresh
    // The page contains the server settings, so it is refreshed; a page of a newer version waits for that version's worker.
    .then(async (page) => ((await isOfThisVersion(page)) ? putPage(page) : undefined))
    .catch(() => {})
  return { answer, later }
}

/** Drops the pages of earlier versions. */
export async function dropOtherPages(): Promise<void> {
  const own = await cacheName()
  const others = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== own)
  await Promise.all(others.map((name) => caches.delete(name)))
}

const readPage = async () => (await caches.open(await cacheName())).match(pageAddress)

async function putPage(page: Response): Promise<void> {
  await (await caches.open(await cacheName())).put(pageAddress, page)
}

async function cacheName(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(keptFiles)))
  return `${cachePrefix} ${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/** Whether a page only loads files that this worker caches. Reads a copy of the body. */
async function isOfThisVersion(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected || !page.headers.get('content-type')?.startsWith('text/html')) return false
  const text = await page.clone().text()
  const wanted = Array.from(text.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g), ([, path]) => path)
  const kept = new Set(keptFiles.map(({ url }) => url))
  return wanted.length > 0 && wanted.every((path) => path !== undefined && kept.has(path))
}

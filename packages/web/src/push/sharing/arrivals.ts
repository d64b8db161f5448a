import { keepShare, markWaiting, type NotKept, readShare, waitingShare } from '../../browser/app/kept-shares.ts'
import { type Launch, watchLaunches } from '../../browser/app/launches.ts'
import type { SharedContent } from '../../browser/app/shared-content.ts'
import { currentHash, currentPath, go } from '../../browser/location.ts'
import { pageOf, placeOf } from '../../route.ts'
import { readShareLink } from './share-link.ts'

/** Why there is nothing to send: the share is gone, the app has to be shared to again, or the link isn't one of ours. */
type ShareProblem = NotKept | 'gone' | 'again' | 'link'

/** The content of a sheet's address. */
export type Arrived =
  | { problem: ShareProblem }
  | { open: Extract<ReturnType<typeof readShareLink>, { open: object }>['open'] }
  | { content: SharedContent; id: string | undefined }

/** The page of the sheet. */
export const sharePath = '/share'

/** The address that opens the app; it doesn't leave the open page. */
const start = '/?launch#people'

/** The address of the sheet, over the page already shown. */
function sheetAddress(query: Record<string, string> | string): string {
  const behind = placeOf(currentHash()) ? currentHash() : '#people/me'
  return `${sharePath}?${new URLSearchParams(query)}${behind}`
}

/** Stores the files of a launch; returns the id or the problem as query fields. */
export async function keepFiles(read: () => Promise<File[]>): Promise<Record<string, string>> {
  const files = await read()
  return files.length === 0 ? { problem: 'gone' } : keepShare({ title: '', text: '', url: '', files })
}

/** Handles launches of the app, and shares from before the sign-in. */
export function followLaunches(): void {
  watchLaunches((launch) => void follow(launch))
  if (currentPath() === sharePath) return
  void waitingShare().then((id) => id !== undefined && go(sheetAddress({ id })))
}

async function follow({ address, files }: Launch): Promise<void> {
  if (files) {
    // Copying large files takes a while, and the sheet says so.
    go(sheetAddress({ files: '1' }))
    go(sheetAddress(await keepFiles(files)), { replace: true })
    return
  }
  if (address === undefined || address === start) return
  const { pathname, search } = new URL(address, 'https://here')
  if (pathname === sharePath) go(sheetAddress(search))
  else if (pageOf(pathname) !== 'not-found') go(address)
}

/** Resolves the query of the sheet's address. A kept share counts as shown from now on. */
export async function readArrived({ id, link, problem = '' }: Record<string, string>): Promise<Arrived> {
  if (link !== undefined) {
    const asked = readShareLink(link)
    if (!asked) return { problem: 'link' }
    return 'open' in asked ? asked : { content: asked.share, id: undefined }
  }
  if (id === undefined) return { problem: isProblem(problem) ? problem : 'gone' }
  try {
    const content = await readShare(id)
    await markWaiting(id, false)
    return content ? { content, id } : { problem: 'gone' }
  } catch {
    return { problem: 'refused' }
  }
}

const isProblem = (word: string): word is ShareProblem => ['again', 'large', 'refused', 'link'].includes(word)

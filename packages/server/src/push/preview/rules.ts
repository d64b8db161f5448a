import { hash } from 'node:crypto'
import { isLink, type Push, splitLinks } from '@waypost/protocol'
import type { PushRow } from '../row.ts'

/** The stored content of a preview, the same for all pushes with the link. */
export type ShownPreview = Omit<NonNullable<Push['preview']>, 'url'>

/** The type of the jobs that fetch previews, one at a time per link. */
export const previewJob = 'link-preview'

/** A page to fetch: the address of a link, and its digest. */
export interface LinkFetch {
  account?: string
  link: string
  address: string
}

/** How long a preview is given to further pushes with its link, and how long a failed one is not retried, in microseconds. */
export const keptFor = { found: 24 * 3_600_000_000, failed: 15 * 60_000_000 }
/** How often to check whether any push still shows a preview, in microseconds. */
export const lookedAtEvery = 30 * 24 * 3_600_000_000

/** People hardly share longer addresses. */
const longest = 4_000

/** The link of a push to preview: that of a link push, or the first one in a note. */
export function linkOf({ type, url, body }: Pick<PushRow, 'type' | 'url' | 'body'>): string | undefined {
  const link = type === 'link' ? url : type === 'note' ? splitLinks(body ?? '').find(({ href }) => href)?.href : undefined
  if (!link || link.length > longest || !isLink(link)) return undefined
  return link
}

/** Parameters by which sites track who shared a link, or where. */
const tracking =
  /^(utm_.*|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igsh|igshid|mc_[ce]id|mkt_tok|_hs(enc|mi)|vero_(id|conv)|oly_(anon|enc)_id|_openstat|srsltid|s_cid|wickedid|rb_clickid|epik|__s)$/i

/** The address that is fetched for a link: without its fragment and known tracking parameters. */
export function fetchedAddress(link: string): string {
  const url = new URL(link)
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  return url.href
}

/** The digest under which an address's previews are stored. */
export const linkDigest = (address: string) => hash('sha256', address, 'base64url')

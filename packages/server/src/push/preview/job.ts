import { Readable } from 'node:stream'
import { findAccount } from '../../account/rows.ts'
import { type Micros, microseconds } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { fileKey } from '../../tokens.ts'
import { updateCopies } from '../post.ts'
import { findPush, savePush } from '../rows.ts'
import { type FetchedPreview, fetchPreview } from './fetch.ts'
import {
  currentPreview,
  deletePreview,
  deleteWait,
  findPreview,
  insertPreview,
  isShown,
  openPreview,
  type PreviewRow,
  pictureBytesOf,
  someWaits,
} from './rows.ts'
import { keptFor, type LinkFetch, linkOf, lookedAtEvery, previewJob, type ShownPreview } from './rules.ts'
import { fileOf, pictureUrl } from './serve.ts'

const endJob = 'link-preview-end'
/** Links fetched concurrently, in total, per account and per server. */
const places = { concurrency: 6, share: 2, names: (payload: unknown) => namesOf(payload as LinkFetch) }
/** Jobs of an earlier version name no account. */
const namesOf = ({ account, link, address }: LinkFetch) => [account ?? link, `host ${new URL(address).host}`]
/** Pushes that get their preview in one write. */
const slice = 50
/** How long a push may still be getting a preview after it expires, in microseconds. */
const inUse = 3_600_000_000

/** The maximum bytes of pictures stored for one account; beyond it, previews of its links have none. */
export const pictureBytesPerAccount = 256 * 2 ** 20

const bytesOf = ({ picture, icon }: FetchedPreview): number => (picture?.bytes.length ?? 0) + (icon?.bytes.length ?? 0)

/** Registers the jobs that fetch previews, and delete those that no push shows any more. */
export function fetchPreviews({ db, change, jobs, fetcher, files, origin }: Deps): void {
  jobs.handle<LinkFetch>(
    previewJob,
    async (payload, _attempt, { now, signal }) => {
      const { link } = payload
      const known = (await currentPreview(db, link, now)) ?? (await fetchNew(payload, now, signal))
      const waits = await someWaits(db, link, slice)
      await change(
        waits.map(({ owner }) => owner),
        async (tx) => {
          for (const wait of waits) {
            await deleteWait(tx, wait)
            const push = await findPush(tx, wait.push)
            const self = push?.active ? await findAccount(tx, wait.owner) : undefined
            if (!push || !self) continue
            // An edit may have replaced the link.
            if (known.shown !== null && linkOf(push) === wait.url) {
              const shown = { url: wait.url, ...(JSON.parse(known.shown) as ShownPreview) }
              await savePush(tx, { ...push, preview: JSON.stringify(shown), preview_iden: known.iden }, self)
              await updateCopies(tx, jobs, push)
            }
          }
        },
      )
      return waits.length === slice ? { again: payload } : undefined
    },
    places,
  )

  jobs.handle<{ iden: string }>(endJob, async ({ iden }, _attempt, { now }) => {
    const row = await findPreview(db, iden)
    if (!row) return undefined
    if (await isShown(db, iden)) return { again: { iden }, at: now + lookedAtEvery }
    for (const kind of ['picture', 'icon'] as const) if (row[`${kind}_type`] !== null) await files.remove(fileOf(iden, kind))
    await db.write((tx) => deletePreview(tx, iden))
    return undefined
  })

  /** Omits the pictures if the account has reached its limit. */
  async function fetchFor({ account, address }: LinkFetch, signal: AbortSignal): Promise<FetchedPreview | undefined> {
    const found = await fetchPreview(fetcher, address, signal)
    if (!found || account === undefined || (await pictureBytesOf(db, account)) + bytesOf(found) <= pictureBytesPerAccount)
      return found
    const { picture: _picture, icon: _icon, ...words } = found
    return words
  }

  async function fetchNew(payload: LinkFetch, now: Micros, signal: AbortSignal): Promise<PreviewRow> {
    const { link, account = null } = payload
    const found = await fetchFor(payload, signal)
    const iden = fileKey()
    const ends = Math.max(now, microseconds()) + (found ? keptFor.found : keptFor.failed)
    const types = { picture_type: found?.picture?.type ?? null, icon_type: found?.icon?.type ?? null }
    const shown = found ? JSON.stringify(shownOf(iden, found)) : null
    const row: PreviewRow = { iden, link, ends, shown, ...types, owner: account, bytes: found ? bytesOf(found) : 0 }
    await db.write(async (tx) => {
      // Until its pictures are stored, no push gets the preview. If that fails, the job deletes those already stored.
      await insertPreview(tx, { ...row, ends: 0 })
      await jobs.add(tx, { type: endJob, key: iden, payload: { iden }, at: ends + inUse })
    })
    for (const kind of ['picture', 'icon'] as const) {
      const picture = found?.[kind]
      if (picture) await files.write(fileOf(iden, kind), Readable.from([picture.bytes]), picture.bytes.length)
    }
    await db.write((tx) => openPreview(tx, iden, ends))
    return row
  }

  function shownOf(iden: string, { title, description, picture, icon }: FetchedPreview): ShownPreview {
    return {
      ...(title && { title }),
      ...(description && { description }),
      ...(picture && {
        image_url: pictureUrl(origin(), iden, 'picture'),
        image_width: picture.width,
        image_height: picture.height,
      }),
      ...(icon && { icon_url: pictureUrl(origin(), iden, 'icon') }),
    }
  }
}

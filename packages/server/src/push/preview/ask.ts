import type { Config } from '../../config.ts'
import type { Writer } from '../../db/db.ts'
import { type RateLimits, throttle } from '../../http/rate-limits.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { PushRow } from '../row.ts'
import { insertWait, wantsPreviews } from './rows.ts'
import { fetchedAddress, type LinkFetch, linkDigest, linkOf, previewJob } from './rules.ts'

/** Requests previews for new pushes. */
export interface Previews {
  /** Requests the preview of a link that an account sends, within the write that creates its pushes: sender's and recipient's. */
  ask(tx: Writer, sender: string, pushes: readonly PushRow[]): Promise<void>
}

interface Used {
  config: Pick<Config, 'linkPreviews'>
  jobs: Jobs
  rateLimits: Pick<RateLimits, 'linkPreview'>
  origin: () => string
}

/** Returns the interface that requests previews; `job.ts` fetches them. */
export function openPreviews({ config, jobs, rateLimits, origin }: Used): Previews {
  const perAccount = throttle(rateLimits.linkPreview)
  return {
    async ask(tx, sender, pushes) {
      const url = config.linkPreviews === 'on' && pushes[0] ? linkOf(pushes[0]) : undefined
      if (url === undefined || new URL(url).origin === origin() || !(await wantsPreviews(tx, sender))) return
      // Beyond the limit, pushes have no preview but are otherwise normal.
      if (!perAccount.allows(sender)) return
      const address = fetchedAddress(url)
      const link = linkDigest(address)
      for (const { iden, owner } of pushes) await insertWait(tx, { push: iden, owner, link, url })
      await jobs.add(tx, { type: previewJob, key: link, payload: { account: sender, link, address } satisfies LinkFetch })
    },
  }
}

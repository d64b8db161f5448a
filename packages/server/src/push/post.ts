import type { Push } from '@waypost/protocol'
import { type Change, fromSeconds, microseconds } from '../change.ts'
import { findChannelByTag } from '../channel/rows.ts'
import { findClient } from '../client/rows.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { randomKey } from '../tokens.ts'
import type { Where } from './create/new-push.ts'
import { checkChannelOwner, checkClientOwner, type PostRecipient } from './create/recipient.ts'
import { insertFanOut, insertPostUpdate } from './fan-out-rows.ts'
import type { PushRow, Self } from './row.ts'
import { insertPush } from './rows.ts'

/** The type of the jobs that deliver posts; the key of each is the channel or client. */
export const fanOutJob = 'fan-out'

export interface FanOut {
  source: string
}

/** The columns that name the channel or client of a post. @throws Refusal if the account may not post there */
export async function sourceOf(tx: Change, owner: string, recipient: PostRecipient): Promise<Where> {
  if (recipient.kind === 'channel') {
    const channel = checkChannelOwner(await findChannelByTag(tx, recipient.tag), owner)
    return { direction: 'self', channel_iden: channel.iden, with_name: channel.name, with_image_url: channel.image_url }
  }
  const client = checkClientOwner(await findClient(tx, recipient.iden), owner)
  return { direction: 'self', client_iden: client.iden, with_name: client.name, with_image_url: client.image_url }
}

/** Writes a post into its owner's box and adds the job that delivers it to followers or users. */
export async function post(
  tx: Change,
  { jobs, previews }: Pick<Deps, 'jobs' | 'previews'>,
  push: PushRow,
  self: Self,
): Promise<Push> {
  const object = await insertPush(tx, push, self)
  const source = (push.channel_iden ?? push.client_iden) as string
  const created = fromSeconds(object.created)
  const progress = { after_box: '', first_after: '', stamps_until: null }
  await insertFanOut(tx, { post: push.iden, source, created, key: randomKey(), ...progress })
  // It is copied without its preview, which the copies get once it is fetched.
  await previews.ask(tx, push.owner, [push])
  await jobs.add(tx, { type: fanOutJob, key: source, payload: { source } satisfies FanOut })
  return object
}

/** Adds the job that updates the copies of a changed post; does nothing for other pushes. */
export async function updateCopies(tx: Writer, jobs: Jobs, post: PushRow): Promise<void> {
  const source = post.direction === 'self' ? (post.channel_iden ?? post.client_iden) : null
  if (source === null) return
  await insertPostUpdate(tx, post.iden, source, microseconds())
  await jobs.add(tx, { type: fanOutJob, key: source, payload: { source } satisfies FanOut })
}

import { type Push, Refusal } from '@waypost/protocol'
import { type Change, fromSeconds } from '../change.ts'
import { findChannelByTag } from '../channel/rows.ts'
import { findClient } from '../client/rows.ts'
import { randomKey } from '../iden.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { insertFanOut } from './fan-out-rows.ts'
import { insertPush, type PushRow, type Self } from './rows.ts'
import type { Recipient } from './rules.ts'

/** The type of the jobs that bring posts to everyone they are for; the key of each is the channel or client they are from. */
export const fanOutJob = 'fan-out'

export interface FanOut {
  source: string
}

type Source = Pick<PushRow, 'direction' | 'with_name' | 'with_image_url'> & Partial<PushRow>

/**
 * What a post is signed with. Only its owner posts to a channel or to the users of a client.
 * @throws Refusal `invalid_param`, or `forbidden` for somebody else's channel
 */
export async function sourceOf(
  tx: Change,
  owner: string,
  recipient: Extract<Recipient, { kind: 'channel' | 'client' }>,
): Promise<Source> {
  if (recipient.kind === 'channel') {
    const channel = await findChannelByTag(tx, recipient.tag)
    if (!channel) throw Refusal.param('channel_tag')
    if (channel.owner !== owner) throw new Refusal('forbidden')
    return { direction: 'self', channel_iden: channel.iden, with_name: channel.name, with_image_url: channel.image_url }
  }
  const client = await findClient(tx, recipient.iden)
  if (client?.owner !== owner) throw Refusal.param('client_iden')
  return { direction: 'self', client_iden: client.iden, with_name: client.name, with_image_url: client.image_url }
}

/** Writes a post into its owner's box, once, and leaves it to a job to bring it to everyone it is for. */
export async function post(tx: Change, jobs: Jobs, push: PushRow, self: Self): Promise<Push> {
  const object = await insertPush(tx, push, self)
  const source = (push.channel_iden ?? push.client_iden) as string
  await insertFanOut(tx, { post: push.iden, source, created: fromSeconds(object.created), key: randomKey(), after_box: '' })
  await jobs.add(tx, { type: fanOutJob, key: source, payload: { source } satisfies FanOut })
  return object
}

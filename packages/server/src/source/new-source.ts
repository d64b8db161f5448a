import { Refusal } from '@waypost/protocol'
import { notMuted, notPlaced } from '../account/arranged.ts'
import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import { newRow } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import { objectIden } from '../iden.ts'
import { findSourceByTopic, findSourceIn, type SourceRow, saveSource } from './rows.ts'
import { checkTopic } from './topics.ts'

/** A source with default settings. */
export function newSource(owner: string, topic: string, name: string): SourceRow {
  const iden = objectIden(owner)
  return {
    ...newRow(owner, iden),
    root: iden,
    topic,
    name,
    description: null,
    image_url: null,
    default_priority: null,
    keep_seconds: null,
    keep_count: null,
    open: 0,
    ignores_quiet_hours: 0,
    quiet_hours: null,
    webhook: null,
    webhook_secret: null,
    ntfy_token: null,
    gotify_token: null,
    tokens_made: null,
    members: null,
    shared_by: null,
    ...notMuted,
    ...notPlaced,
    message_count: 0,
    last_message: null,
  }
}

/** Writes a new source. @throws Refusal `topic_taken`, `forbidden` when there are too many, `storage_quota` */
export async function insertSource(tx: Change, row: SourceRow): Promise<SourceRow> {
  await tx.lock(`topic ${row.topic}`)
  if (await findSourceByTopic(tx, row.topic as string)) throw new Refusal('topic_taken')
  return saveSource(tx, row)
}

/**
 * The source of a topic that an account writes or listens to, as in its owner's box: its own or a shared one, created at the first use of
 * an unclaimed topic.
 * @throws Refusal `invalid_param` for a reserved word, `forbidden` if another person has the topic or the account has too many sources
 */
export async function sourceForTopic(
  { db, change }: Pick<Deps, 'db' | 'change'>,
  account: Account,
  topic: string,
): Promise<SourceRow> {
  const found = await findSourceByTopic(db, topic)
  if (found) return allowed(found, (await findSourceIn(db, found.root, account.iden))?.active === 1)
  checkTopic(topic)
  return change([account.iden], async (tx) => {
    await tx.lock(`topic ${topic}`)
    const meanwhile = await findSourceByTopic(tx, topic)
    if (meanwhile) return allowed(meanwhile, meanwhile.owner === account.iden)
    return saveSource(tx, newSource(account.iden, topic, topic))
  })
}

function allowed(source: SourceRow, may: boolean): SourceRow {
  if (!may) throw new Refusal('forbidden', 'This topic belongs to another person.')
  return source
}

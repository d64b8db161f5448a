// Shows the latest pushes: `waypost list`.

import type { Session } from '@waypost/client'
import { listPushes, objectsPerPage, type Push, pushesPerHistoryPage } from '@waypost/protocol'
import { type Command, InvalidArgumentError } from 'commander'
import { devicesOf, namesOf } from '../device.ts'
import { findRecipient, type Recipient, toHelp } from '../recipient.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { formatPushes } from '../terminal/format.ts'
import { print, printJson, printStatus } from '../terminal/terminal.ts'
import { addCommand, type Options } from './command.ts'

interface ListOptions extends Options {
  limit: number
  to?: string
}

/** Adds `waypost list`. */
export function addList(program: Command): void {
  addCommand(program, 'list', 'Shows the latest pushes, the newest last.', [
    'waypost list',
    'waypost list --limit 5 --to ana@example.org',
    'waypost list --json | jq -r .url',
  ])
    .option('--limit <number>', 'how many', readLimit, 20)
    .option('--to <recipient>', `only those with: ${toHelp}`)
    .action(list)
}

async function list(options: ListOptions): Promise<void> {
  await withSignedInSession(options.server, async ({ session }) => {
    const recipient = options.to === undefined ? undefined : await findRecipient(session, options.to)
    if (options.json) {
      for (const push of await latestPushes(session, options.limit, recipient)) printJson(push)
      return
    }
    const [pushes, devices] = await Promise.all([latestPushes(session, options.limit, recipient), devicesOf(session)])
    for (const line of formatPushes(pushes, namesOf(devices))) print(line)
    if (pushes.length === 0) printStatus('There are no pushes yet.')
  })
}

/** Returns the most recently created pushes, newest last. The server sorts them by modification, which may be a different order. */
async function latestPushes(session: Session, most: number, recipient: Recipient | undefined): Promise<Push[]> {
  const found: Push[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(objectsPerPage, Math.max(most, pushesPerHistoryPage))
    const page = await session.call(listPushes, { ...queryOf(recipient), active_only: true, limit, cursor })
    found.push(...page.pushes.filter((push) => isWith(push, recipient)))
    found.sort((a, b) => b.created - a.created)
    found.splice(most)
    // Everything on later pages was modified, and therefore created, before the last push of this page.
    const rest = page.pushes.at(-1)?.modified ?? 0
    if (found.length === most && (found.at(-1)?.created ?? 0) >= rest) break
    cursor = page.cursor
  } while (cursor !== undefined)
  return found.reverse()
}

function queryOf(recipient: Recipient | undefined): { self?: boolean; email?: string } {
  if (!recipient) return {}
  return recipient.type === 'person' ? { email: recipient.email } : { self: true }
}

/** The conversation with a device: pushes to it and from it. The server can only select all pushes between the account's own devices. */
function isWith(push: Push, recipient: Recipient | undefined): boolean {
  return recipient?.type !== 'device' || [push.target_device_iden, push.source_device_iden].includes(recipient.iden)
}

/** Parses the number of results wanted. @throws InvalidArgumentError */
export function readLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('Give a whole number from 1 up.')
  return limit
}

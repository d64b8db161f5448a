import type { Session } from '@waypost/client'
import { type Push, searchPageSize, searchPushes } from '@waypost/protocol'
import type { Command } from 'commander'
import { devicesOf, namesOf } from '../device.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { formatPushes } from '../terminal/format.ts'
import { print, printJson, printStatus } from '../terminal/terminal.ts'
import { addCommand, type Options } from './command.ts'
import { readLimit } from './list.ts'

interface SearchOptions extends Options {
  limit: number
}

/** Adds `waypost search`. */
export function addSearch(program: Command): void {
  addCommand(program, 'search', 'Finds pushes by their words, the newest last.', [
    'waypost search harbour walk',
    'waypost search tickets from:ana has:file after:2025-03',
    `waypost search '"exact words" -not' --json | jq -r .url`,
  ])
    .argument('<words...>', 'words, "quoted words", and filters such as from:ana, in:phone, has:link, on:2025-03-14')
    .option('--limit <number>', 'how many', readLimit, searchPageSize)
    .action(search)
}

async function search(words: string[], options: SearchOptions): Promise<void> {
  await withSignedInSession(options.server, async ({ session }) => {
    const { pushes, indexed, partial } = await find(session, words.map(asTyped).join(' '), options.limit)
    if (options.json) for (const push of pushes) printJson(push)
    else for (const line of formatPushes(pushes, namesOf(await devicesOf(session)))) print(line)
    if (pushes.length === 0) printStatus('Nothing was found.')
    if (indexed !== undefined)
      printStatus(`Older pushes are still being indexed (${Math.floor(indexed * 100)} %), so there may be more.`)
    if (partial) printStatus('Not all pushes could be searched in time, so there may be more. Use more words, or fewer filters.')
  })
}

/** The shell strips quotes, so an argument with a space was quoted. */
function asTyped(word: string): string {
  if (!/\s/.test(word) || word.includes('"')) return word
  const [, filter = '', rest = word] = /^(-?\w+:)(.*)$/s.exec(word) ?? []
  return `${filter}"${rest}"`
}

async function find(
  session: Session,
  q: string,
  most: number,
): Promise<{ pushes: Push[]; indexed: number | undefined; partial: boolean }> {
  const found: Push[] = []
  let partial = false
  const zone = -new Date().getTimezoneOffset()
  let indexed: number | undefined
  let cursor: string | undefined
  do {
    const page = await session.call(searchPushes, { q, zone, limit: most - found.length, cursor })
    found.push(...page.pushes)
    indexed = page.indexed
    // If a page ended early, the next one continues; results left out within it are lost.
    partial = page.partial === true
    cursor = page.cursor
  } while (cursor !== undefined && found.length < most)
  return { pushes: found.reverse(), indexed, partial }
}

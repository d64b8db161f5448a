/**
 * Records which version of the search has passed all ten thousand random queries, so that CI only retries them after a change: a file of
 * the project has the hash of its sources. Plain JavaScript, because the command that writes it runs from a fresh clone.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const project = join(import.meta.dirname, '../..')
/** How texts and queries are split into words, and how they are stored and searched. */
const folders = ['packages/protocol/src/search', 'packages/server/src/push/search']
/** The queries themselves, and what they are compared with. Other tests don't affect their results. */
const queries = 'every-query.test.ts'

const fileOf = (/** @type {string} */ root) => join(root, 'scripts/tests/tried-search.json')

/** @returns whether this search has passed all of them, on SQLite and on PostgreSQL */
export function hasTriedAll(root = project) {
  return existsSync(fileOf(root)) && JSON.parse(readFileSync(fileOf(root), 'utf8')).search === hashOfSearch(root)
}

/** Records that this search has passed all of them. */
export function noteTriedAll(root = project) {
  writeFileSync(fileOf(root), `{ "search": "${hashOfSearch(root)}" }\n`)
}

/** @param {string} root */
function hashOfSearch(root) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    if (!file.endsWith('.ts') || (file.endsWith('.test.ts') && basename(file) !== queries)) continue
    // Git may have converted line endings for this system.
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'))
  }
  return hash.digest('hex')
}

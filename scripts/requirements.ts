import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFiles, testTitles } from './source.ts'

// Holds the numbered list in docs/requirements.md against the titles of the tests.
//
//   npm run requirements                      how much of each group is named by a test
//   npm run requirements -- --missing [PUSH]  what no test names yet
//   node scripts/requirements.ts --check      fails when a title names a number that is not in the list

/** A group of requirements. Gaps are choices rather than requirements, and are not counted among them. */
export interface Group {
  name: string
  /** Text by ID, in the order of the list. */
  sentences: Map<string, string>
}

/** An ID in a test's title. */
export interface Mention {
  id: string
  /** Path from the root, and line. */
  where: string
}

// Names that look like an ID and are none.
const lookalike = /^(AES|SHA)-/

/** The groups in a list like docs/requirements.md, in its order. */
export function readGroups(list: string): Group[] {
  const groups = new Map<string, Group>()
  for (const [, id = '', name = '', sentence = ''] of list.matchAll(/^- \*\*(([A-Z][A-Z0-9]*)-\d{3})\*\* (.*)$/gm)) {
    const group = groups.get(name) ?? { name, sentences: new Map() }
    group.sentences.set(id, sentence)
    groups.set(name, group)
  }
  return [...groups.values()]
}

/** Every ID that the title of a test names, in unit and contract tests of packages and scripts and in the browser stories. */
export function readMentions(root: string): Mention[] {
  const unit = ['packages', 'scripts'].flatMap((folder) => sourceFiles(join(root, folder), /\.(test|contract)\.tsx?$/))
  const stories = sourceFiles(join(root, 'e2e'), /\.spec\.ts$/)
  return [...unit, ...stories].flatMap((file) =>
    testTitles(file).flatMap(({ text, line }) => idsIn(text).map((id) => ({ id, where: `${relative(root, file)}:${line}` }))),
  )
}

/** The mentions of a number that the list does not have. */
export function unknownMentions(groups: Group[], mentions: Mention[]): Mention[] {
  return mentions.filter(({ id }) => !groups.some((group) => group.sentences.has(id)))
}

function idsIn(title: string): string[] {
  const words = title.match(/\b[A-Z][A-Z0-9]*-\d{3}\b/g) ?? []
  return words.filter((word) => !lookalike.test(word))
}

function printCounts(groups: Group[], named: Set<string>) {
  let some = 0
  let all = 0
  for (const { name, sentences } of groups) {
    const count = [...sentences.keys()].filter((id) => named.has(id)).length
    console.log(`${name.padEnd(8)} ${count} of ${sentences.size}`)
    if (name === 'GAP') continue
    some += count
    all += sentences.size
  }
  console.log(`${some} of ${all} requirements are named by a test (gaps not counted)`)
}

function printMissing(groups: Group[], named: Set<string>) {
  for (const { sentences } of groups) {
    for (const [id, sentence] of sentences) if (!named.has(id)) console.log(`${id} ${sentence}`)
  }
}

function main(args: string[]): number {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
  const groups = readGroups(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
  const mentions = readMentions(root)
  const named = new Set(mentions.map(({ id }) => id))

  if (args[0] === '--missing') {
    const wanted = groups.filter((group) => (args[1] ? group.name === args[1].toUpperCase() : group.name !== 'GAP'))
    if (wanted.length === 0) console.error(`There is no group ${args[1]}: ${groups.map((group) => group.name).join(', ')}`)
    printMissing(wanted, named)
    return wanted.length === 0 ? 1 : 0
  }
  const unknown = unknownMentions(groups, mentions)
  for (const { id, where } of unknown) console.log(`${where} names ${id}, which docs/requirements.md does not have`)
  if (args[0] !== '--check') printCounts(groups, named)
  else if (unknown.length === 0) console.log('every number in a test title is in the list')
  return unknown.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))

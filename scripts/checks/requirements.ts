import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourceFiles, testTitles } from '../source.ts'

// Compares the numbered list in docs/requirements.md with the titles of the tests.
//
//   npm run requirements                      how many of each group a test proves, and how many deviate on purpose
//   npm run requirements -- --missing [PUSH]  which ones no test names
//   node scripts/checks/requirements.ts --check      fails when a requirement is not accounted for, a title names an unknown ID, or a
//                                             deviation and its tests disagree
//
// A requirement that is met differently on purpose is listed in docs/deviations.md, and every test title that names it says so:
// `PRO-016 (deviates) ...`.

/** Gaps are choices rather than requirements, and are not counted among them. */
interface Group {
  name: string
  /** Text by ID, in the order of the list. */
  sentences: Map<string, string>
}

interface Mention {
  id: string
  /** Whether the title says that the requirement is met differently on purpose. */
  deviates: boolean
  /** Path from the root, and line. */
  where: string
}

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
  const stories = sourceFiles(join(root, 'e2e/stories'), /\.spec\.ts$/)
  return [...unit, ...stories].flatMap((file) =>
    testTitles(file).flatMap(({ text, line }) =>
      idsIn(text).map((mention) => ({ ...mention, where: `${relative(root, file)}:${line}` })),
    ),
  )
}

/** The IDs listed in a text like docs/deviations.md. */
export function readDeviations(text: string): Set<string> {
  return new Set([...text.matchAll(/^- \*\*([A-Z][A-Z0-9]*-\d{3})\*\* /gm)].map(([, id = '']) => id))
}

/** The problems with how tests cover the requirements, one sentence each; empty if there are none. */
export function problems(groups: Group[], mentions: Mention[], deviations: Set<string>): string[] {
  const named = new Set(mentions.map(({ id }) => id))
  const marked = new Set(mentions.filter(({ deviates }) => deviates).map(({ id }) => id))
  const listed = groups.flatMap(({ sentences }) => [...sentences.keys()])
  const required = groups.filter(({ name }) => name !== 'GAP').flatMap(({ sentences }) => [...sentences.keys()])
  return [
    ...unknownMentions(groups, mentions).map(({ id, where }) => `${where} names ${id}, which docs/requirements.md does not have`),
    ...[...deviations]
      .filter((id) => !listed.includes(id))
      .map((id) => `docs/deviations.md lists ${id}, which is no requirement`),
    ...[...deviations]
      .filter((id) => !id.startsWith('GAP-') && !marked.has(id))
      .map((id) => `docs/deviations.md lists ${id}, but no test title says "${id} (deviates)"`),
    ...mentions
      .filter(({ id, deviates }) => deviates !== deviations.has(id) && !id.startsWith('GAP-'))
      .map(({ id, where, deviates }) =>
        deviates
          ? `${where} says that ${id} deviates, but docs/deviations.md does not list it`
          : `${where} names ${id} as it is written, but docs/deviations.md lists it: the title must say "${id} (deviates)"`,
      ),
    ...required.filter((id) => !named.has(id)).map((id) => `${id} is named by no test`),
  ]
}

/** The mentions of numbers that are not in the list. */
export function unknownMentions(groups: Group[], mentions: Mention[]): Mention[] {
  return mentions.filter(({ id }) => !groups.some((group) => group.sentences.has(id)))
}

function idsIn(title: string): { id: string; deviates: boolean }[] {
  const words = [...title.matchAll(/\b([A-Z][A-Z0-9]*-\d{3})\b( \(deviates\))?/g)]
  return words
    .filter(([word]) => !lookalike.test(word))
    .map(([, id = '', deviates]) => ({ id, deviates: deviates !== undefined }))
}

function printCounts(groups: Group[], named: Set<string>, deviations: Set<string>) {
  const total = { proven: 0, deviating: 0, all: 0 }
  for (const { name, sentences } of groups) {
    const ids = [...sentences.keys()].filter((id) => named.has(id))
    const deviating = name === 'GAP' ? 0 : ids.filter((id) => deviations.has(id)).length
    const proven = ids.length - deviating
    console.log(`${name.padEnd(8)} ${proven} of ${sentences.size}${deviating > 0 ? `, ${deviating} deviating` : ''}`)
    if (name === 'GAP') continue
    total.proven += proven
    total.deviating += deviating
    total.all += sentences.size
  }
  const accounted = total.proven + total.deviating
  console.log(`${accounted} of ${total.all} requirements are accounted for (gaps not counted):`)
  console.log(`${total.proven} by tests, ${total.deviating} met differently on purpose (docs/deviations.md)`)
}

function printMissing(groups: Group[], named: Set<string>) {
  for (const { sentences } of groups) {
    for (const [id, sentence] of sentences) if (!named.has(id)) console.log(`${id} ${sentence}`)
  }
}

function main(args: string[]): number {
  const root = join(import.meta.dirname, '../..')
  const groups = readGroups(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
  const mentions = readMentions(root)
  const named = new Set(mentions.map(({ id }) => id))

  if (args[0] === '--missing') {
    const wanted = groups.filter((group) => (args[1] ? group.name === args[1].toUpperCase() : group.name !== 'GAP'))
    if (wanted.length === 0) console.error(`There is no group ${args[1]}: ${groups.map((group) => group.name).join(', ')}`)
    printMissing(wanted, named)
    return wanted.length === 0 ? 1 : 0
  }
  const deviations = readDeviations(readFileSync(join(root, 'docs/deviations.md'), 'utf8'))
  const found = problems(groups, mentions, deviations)
  for (const sentence of found) console.log(sentence)
  if (args[0] !== '--check') printCounts(groups, named, deviations)
  else if (found.length === 0) console.log('every requirement is proven by a test or listed as a deviation')
  return found.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))

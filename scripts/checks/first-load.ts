// Checks that the script of the first page of the web client does not grow, and lists its largest parts.

import { relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from '../prepare.mjs'
import { report } from './report.ts'

/**
 * In bytes, compressed. The goal is 110 kB, see docs/performance.md; whoever makes it smaller lowers this. Builds of one source differ by some
 * 200 bytes.
 */
const limit = 140_600
/** How many parts are listed. */
const listed = 15

/** A part of the first load: a package, or a folder of ours. */
interface Part {
  name: string
  /** About how many bytes of the compressed script it takes. */
  bytes: number
}

/** The parts of a script, the largest first. `modules` has the code of each module by path, `whole` the size of all of it compressed. */
export function partsOf(modules: Record<string, string>, whole: number): Part[] {
  const codes = new Map<string, string>()
  for (const [path, code] of Object.entries(modules)) codes.set(partOf(path), (codes.get(partOf(path)) ?? '') + code)
  const sizes = [...codes].map(([name, code]) => ({ name, bytes: brotliCompressSync(code).length }))
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0)
  return sizes
    .map(({ name, bytes }) => ({ name, bytes: Math.round((bytes * whole) / sum) }))
    .sort((one, other) => other.bytes - one.bytes)
}

function partOf(path: string): string {
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return installed ?? path.split('/').slice(0, -1).slice(0, 5).join('/')
}

/** The chunks that the page loads before it runs: the entry, and all that it imports statically. */
function firstChunks(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] {
  const chunks = new Map(output.filter((each) => each.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const first = new Set([...chunks.values()].filter(({ isEntry }) => isEntry))
  for (const { imports } of first) for (const name of imports) first.add(chunks.get(name) as Rolldown.OutputChunk)
  return [...first]
}

async function check(): Promise<void> {
  const built = await build({ root: `${root}/packages/web`, logLevel: 'error', build: { write: false } })
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const chunks = firstChunks(output)
  const whole = chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
  const modules: Record<string, string> = {}
  for (const chunk of chunks)
    for (const [path, { code }] of Object.entries(chunk.modules)) if (code) modules[relative(root, path)] = code
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1).padStart(6)} kB`
  for (const { name, bytes } of partsOf(modules, whole).slice(0, listed)) console.log(kilobytes(bytes), name)
  const grown = `the script of the first page has ${kilobytes(whole).trim()}, which is over its limit of ${kilobytes(limit).trim()}`
  report(
    whole > limit ? [grown] : [],
    `the script of the first page has ${kilobytes(whole).trim()}, at most ${kilobytes(limit).trim()}`,
  )
}

if (import.meta.main) await check()

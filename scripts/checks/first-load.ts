// Checks that the scripts of the first page of a signed-in account do not grow, and lists their largest parts. Covers the scripts that the
// page fetches by itself; `bench/web-load.ts` shows that the browser needs no others.

import { relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from '../prepare.mjs'
import { report } from './report.ts'

/**
 * In bytes, compressed, without response headers. The goal is 140 KB with them, see docs/performance.md; lower this limit when you make it
 * smaller. All builds of one source have the same size.
 */
const limit = 144_900
const listed = 15

interface Part {
  name: string
  /** Its approximate share of the compressed script, in bytes. */
  bytes: number
}

/** The parts of a script, largest first. `modules` has the code of each module by path, `whole` is the total compressed size. */
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

function firstChunks(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] {
  const page = output.find(({ fileName }) => fileName === 'index.html')
  const listed = page?.type === 'asset' ? /"app":\{"scripts":(\[[^\]]*\])/.exec(String(page.source))?.[1] : undefined
  const names: string[] = JSON.parse(listed ?? '[]')
  if (names.length === 0) throw new Error('The built page lists no scripts.')
  return output.filter((file) => file.type === 'chunk').filter(({ fileName }) => names.includes(`/${fileName}`))
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

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pieceBytes } from '@waypost/protocol'
import { afterAll, expect, test } from 'vitest'
import { openDisk } from './disk.ts'
import { filesContract } from './files.contract.ts'

const root = mkdtempSync(join(tmpdir(), 'waypost-disk-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const fresh = () => join(root, String(folders++))

const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => statSync(join(folder, path)).isFile() || /^coming./.test(path),
  )

filesContract('disk', async () => {
  const folder = fresh()
  return { files: await openDisk(folder), count: async () => contents(folder).length }
})

test('an upload continues after a restart, and its earlier bytes are there', async () => {
  const folder = fresh()
  const first = await openDisk(folder)
  const handle = await first.start('a/b')
  const tag = await first.piece(handle, 0, Readable.from([Buffer.alloc(pieceBytes, 1)]), pieceBytes)
  await first.close()
  const second = await openDisk(folder)
  await second.finish(handle, [tag, await second.piece(handle, 1, Readable.from([Buffer.from('end')]), 3)])
  await second.close()
  const third = await openDisk(folder)
  await third.finish(handle, [tag, '3'])
  expect((await third.read('a/b', { start: pieceBytes, end: pieceBytes + 9 }))?.size).toBe(pieceBytes + 3)
  expect(contents(folder).sort()).toEqual(['kept/a/b.pieces/000000.piece', 'kept/a/b.pieces/000001.piece'])
})

test('what a crash left half done goes after a week, and not before', async () => {
  const folder = fresh()
  mkdirSync(join(folder, 'coming', 'upload'), { recursive: true })
  for (const name of ['draft', 'recent']) writeFileSync(join(folder, 'coming', name), 'x')
  const longAgo = Date.now() / 1000 - 8 * 24 * 60 * 60
  for (const name of ['draft', 'upload']) utimesSync(join(folder, 'coming', name), longAgo, longAgo)
  await openDisk(folder)
  expect(['draft', 'upload', 'recent'].map((name) => existsSync(join(folder, 'coming', name)))).toEqual([false, false, true])
})

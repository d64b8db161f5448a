import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { isName } from './names.ts'
import { openSharedFolders } from './shared-folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-shared-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const swapping = `
  const { parentPort, workerData: [door, inside, link] } = require('node:worker_threads')
  const { renameSync } = require('node:fs')
  let ended = false
  parentPort.on('message', () => { ended = true })
  function swap() {
    for (let turns = 0; turns < 50; turns++) {
      renameSync(inside, door)
      renameSync(door, inside)
      renameSync(link, door)
      renameSync(door, link)
    }
    if (!ended) setImmediate(swap)
    else process.exit()
  }
  swap()
`

test.each([
  ['and a folder is read', true],
  ['where the system does not tell the path of an open file', false],
])('FILES-001 a link that appears while a file is opened, %s, is not followed', async (_what, hasProc) => {
  const [shared, secret] = [join(folder, `shared ${hasProc}`), join(folder, `secret ${hasProc}`)]
  const [door, inside, link] = ['door', 'inside', 'link'].map((name) => join(shared, name)) as [string, string, string]
  for (const [place, content] of [
    [inside, 'public'],
    [secret, 'secret'],
  ] as const) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'file.txt'), content)
    writeFileSync(join(place, content), '')
  }
  symlinkSync(secret, link)
  const swapper = new Worker(swapping, { eval: true, workerData: [door, inside, link] })
  const gone = new Promise((resolve) => swapper.once('exit', resolve))
  const folders = openSharedFolders([shared], [], hasProc)
  const seen = new Set<string>()
  try {
    // On a busy machine the folder may be missing at every attempt.
    for (let tries = 0; tries < 8_000 || !seen.has('public'); tries++) {
      await folders.openFile('~/door/file.txt').then(
        async ({ handle }) => {
          seen.add(await handle.readFile('utf8'))
          await handle.close()
        },
        () => {},
      )
      // Other systems have no stable handle for a folder; only the real path before and after is known.
      if (!hasProc) continue
      const read = folders.inFolder('~/door', ({ place }) => readdir(place))
      for (const name of await read.catch(() => [])) if (name !== 'file.txt') seen.add(name)
    }
  } finally {
    swapper.postMessage('end')
    await gone
  }
  expect([...seen]).toEqual(['public'])
})

test.each([
  '..\\x',
  'c:',
  'file.txt::$DATA',
  'CON',
  'nul.txt',
  'com1',
  'LPT9.log',
  'dot.',
  'space ',
  'a?',
  'a*',
  'a|b',
  '"',
  '<',
])('on Windows %j is not a plain name', (text) => {
  expect(isName(text, 'win32')).toBe(false)
  expect(isName(text, 'linux')).toBe(true)
})

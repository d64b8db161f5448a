import { describe, expect, test } from 'vitest'
import { openedStoreFiles } from './store-files.ts'
import { projectWith } from './test-project.ts'

describe('the files of the store', () => {
  const foundIn = (file: string, code: string) => openedStoreFiles(projectWith({ [`packages/server/src/${file}`]: code }))

  test.each([
    ["readFileSync(join(data, 'waypost.db'))"],
    ["await open(data + '/waypost.db-wal')"],
    ['fs.promises.copyFile(join(data, storeFile), target)'],
    ["closeSync(openSync(lockFile, 'a'))"],
    ['const path = join(data, storeFile)\nconst other = path as string\ncreateReadStream(other)'],
    ["await fs.cp('data/waypost.db', copy)"],
  ])('%s is refused', (code) => {
    expect(foundIn('operation/backup.ts', code)).toEqual([expect.stringMatching(/: only SQLite opens the files of the store$/)])
  })

  test('SQLite is refused outside of db/', () => {
    const code = "import { DatabaseSync } from 'node:sqlite'"
    expect(foundIn('operation/backup.ts', code)).toEqual(['packages/server/src/operation/backup.ts:1: only db/ uses SQLite'])
    expect(foundIn('db/sqlite.ts', code)).toEqual([])
  })

  test.each([
    ['operation/calls.ts', 'await stat(join(data, storeFile))'],
    ['admin.ts', "existsSync(join(data, 'waypost.db'))"],
    ['files/disk.ts', 'const path = join(data, name)\ncreateReadStream(path)'],
    ['db/sqlite-files.ts', "openSync(storeFile, 'wx')"],
    ['admin.test.ts', "readFileSync('waypost.db')"],
  ])('in %s, %s may stand', (file, code) => {
    expect(foundIn(file, code)).toEqual([])
  })
})

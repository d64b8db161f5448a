import { describe, expect, test } from 'vitest'
import { misplacedSql } from './sql.ts'
import { projectWith } from './test-project.ts'

describe('SQL', () => {
  const sqlIn = (file: string, code: string) => {
    return misplacedSql(projectWith({ [`packages/server/src/${file}`]: code }))
  }

  test.each([
    ["run('SELECT * FROM push WHERE iden = $1')"],
    ["run('SELECT 1 AS one')"],
    ['run(`INSERT INTO push (iden)\n VALUES ($1)`)'],
    ['run(`UPDATE push\n SET active = 0`)'],
    ["run('DELETE FROM push')"],
  ])('%s is refused outside of rows.ts', (code) => {
    expect(sqlIn('push/calls.ts', code)).toEqual([expect.stringContaining('push/calls.ts:1: SQL stands in rows.ts alone')])
  })

  test.each([['push/rows.ts'], ['push/fan-out-rows.ts'], ['db/sqlite.ts'], ['push/push.test.ts'], ['test-server.ts']])(
    'may stand in %s',
    (file) => {
      expect(sqlIn(file, "run('SELECT * FROM push')")).toEqual([])
    },
  )

  test('a sentence is not SQL', () => {
    expect(sqlIn('push/calls.ts', "throw Error('Select a file from this device, then update it.')")).toEqual([])
  })
})

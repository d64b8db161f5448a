import { expect, test } from 'vitest'
import { syncedTables } from '../features.ts'
import { otherBytes } from '../upload/rows.ts'

test('the storage of an account counts the rows of every table that has room for only so many', () => {
  const counted = [...otherBytes('$1').matchAll(/SUM\(bytes\), 0\) FROM (\w+) WHERE owner = \$1\)/g)].map(([, table]) => table)
  const roomy = syncedTables.filter((table) => 'room' in table && table.room !== undefined).map(({ table }) => table)
  expect(counted.filter((table) => table !== 'permanent').toSorted()).toEqual(roomy.toSorted())
})

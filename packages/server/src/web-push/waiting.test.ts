import { expect, test } from 'vitest'
import { withBrowser } from './test-browser.ts'
import { mostOfAccount, notifyJob } from './watch.ts'

const { server, alice, send, notified } = withBrowser()

test('so many messages wait for the browsers of an account at most, also where none of them fails; later ones are not sent', async () => {
  const { db } = server().app
  // As if their push services answered very slowly.
  const jobs = `WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${mostOfAccount})
    INSERT INTO job (iden, type, key, payload, at, created, attempt, asked, lease_until, failed)
    SELECT 'waiting-' || n, '${notifyJob}', $1 || 'sj0 ' || n, '{}', 9000000000000000, 0, 0, 0, 0, 0 FROM numbers`
  await db.write((tx) => tx.run(jobs, [alice().iden]))
  await send('one too many')
  expect(await db.all("SELECT 1 AS one FROM job WHERE type = $1 AND iden NOT LIKE 'waiting-%'", [notifyJob])).toEqual([])
  await db.write((tx) => tx.run("DELETE FROM job WHERE iden LIKE 'waiting-%'", []))
  await send('again')
  expect((await notified()).push.body).toBe('again')
})

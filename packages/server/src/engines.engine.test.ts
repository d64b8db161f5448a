import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openEngines } from './engines.ts'
import { freshEngines } from './test-engines.ts'

async function opening(change: (environment: Record<string, string>) => void): Promise<string> {
  const environment = (await freshEngines()) as Record<string, string>
  change(environment)
  const config = readConfig({ ...environment, WAYPOST_DATA: join(tmpdir(), 'waypost-never-made') })
  return openEngines(config, console.error).then(
    (engines) => engines.close().then(() => 'It opened.'),
    (error: Error) => error.message,
  )
}

test('what an engine refuses is told in one sentence that says what to do', async () => {
  const other = (key: 'pathname' | 'username', value: string) =>
    opening((environment) => {
      const url = new URL(environment.WAYPOST_DATABASE_URL as string)
      url[key] = value
      environment.WAYPOST_DATABASE_URL = url.href
    })
  expect(await other('pathname', '/elsewhere')).toMatch(
    /^The database .+\/elsewhere cannot be used: there is no such database\. .+$/,
  )
  expect(await other('username', 'unknown')).toMatch(/^The database .+ cannot be used: it does not let this user in\. .+$/)
  expect(await opening(() => {})).toBe('It opened.')
})

test('of nodes that share a database without a bus the second does not start', async () => {
  const environment = (await freshEngines()) as Record<string, string>
  delete environment.WAYPOST_NATS_URL
  const config = readConfig({ ...environment, WAYPOST_DATA: join(tmpdir(), 'waypost-never-made') })
  const first = await openEngines(config, console.error)
  await expect(openEngines(config, console.error)).rejects.toThrow(/^The database .+ is in use .+ WAYPOST_NATS_URL .+\.$/)
  await first.close()
})

import { expect, it } from 'vitest'
import { until } from '../ground/until.ts'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { activeEvery, browserOf, chooseOption, openTracking, type TrackingEvent, trackedCall } from './tracking.ts'

setUpPeople()

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

function tracking(account?: { id: string; iden: string }) {
  const posted: TrackingEvent[] = []
  const kept = new Map<string, string>()
  let time = 1_700_000_000_000
  const open = () =>
    openTracking({
      post: (event) => posted.push(event),
      account: () => account,
      facts: () => ({ path: '/#people', referrer: '', platform: 'Linux', language: 'en', encryption: true }),
      sessionId: 'session',
      clientId: 'client',
      userAgent: chrome,
      saved: { read: (key) => kept.get(key), write: (key, text) => void kept.set(key, text) },
      now: () => time,
    })
  return { open, posted, pass: (milliseconds: number) => (time += milliseconds) }
}

it('TRACK-002 CONST-001 an event has the user, the program with its version, and the screen', () => {
  const { open, posted } = tracking({ id: '1', iden: 'u1' })
  open().tell({ name: 'web_page_view', at: '2026-01-01T00:00:00.000Z' })
  expect(posted).toEqual([
    {
      name: 'web_page_view',
      at: '2026-01-01T00:00:00.000Z',
      user_id: '1',
      user_iden: 'u1',
      session_id: 'session',
      client_id: 'client',
      client_type: 'web',
      client_version: 162,
      browser: { name: 'Chrome', version: '131' },
      path: '/#people',
      referrer: '',
      platform: 'Linux',
      language: 'en',
      encryption: true,
    },
  ])
})

it('TRACK-002 an event of a visitor has no user, and only the name and version of the browser', () => {
  const { open, posted } = tracking()
  open().tell({ name: 'web_error', at: '', about: 'network' })
  expect(posted[0]).toMatchObject({ about: 'network' })
  expect(posted[0]).not.toHaveProperty('user_id')
  const named = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:134.0) Gecko/20100101 Firefox/134.0', 'Firefox', '134'],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15', 'Safari', '18'],
    [`${chrome} Edg/131.0.2903.70`, 'Edge', '131'],
    [`${chrome} OPR/116.0.0.0`, 'Opera', '116'],
    ['curl/8', 'other', ''],
  ] as const
  for (const [agent, name, version] of named) expect(browserOf(agent)).toEqual({ name, version })
})

it('API-073 an event has the IP address of the browser, and waits until the lookup has ended', async () => {
  const events = async (address: () => Promise<string | undefined>) => {
    const posted: TrackingEvent[] = []
    const opened = openTracking({
      post: (event) => posted.push(event),
      account: () => undefined,
      facts: () => ({ path: '/', referrer: '', platform: 'Linux', language: 'en', encryption: false }),
      address,
      sessionId: 'session',
      clientId: 'client',
      userAgent: chrome,
      saved: { read: () => undefined, write: () => {} },
      now: () => 0,
    })
    opened.tell({ name: 'web_first', at: '' })
    expect(posted).toEqual([])
    await expect.poll(() => posted.length).toBe(1)
    opened.tell({ name: 'web_second', at: '' })
    return posted.map(({ name, ip }) => [name, ip])
  }
  // Fetched from a real server as pages do: a plain GET without a token.
  const fetched = async () => ((await (await fetch(`${server.origin}/v3/network-address`)).json()) as { ip: string }).ip
  expect(await events(fetched)).toEqual([
    ['web_first', '127.0.0.1'],
    ['web_second', '127.0.0.1'],
  ])
  const failing = () => Promise.reject(new Error('offline'))
  expect(await events(failing)).toEqual([
    ['web_first', undefined],
    ['web_second', undefined],
  ])
})

it('TRACK-004 an active user is reported once an hour, by all windows together', () => {
  const { open, pass } = tracking()
  const [one, other] = [open(), open()]
  expect([one.shouldReportActive(), other.shouldReportActive(), one.shouldReportActive()]).toEqual([true, false, false])
  expect(activeEvery).toBe(3_600_000)
  pass(activeEvery - 1)
  expect(other.shouldReportActive()).toBe(false)
  pass(1)
  expect([other.shouldReportActive(), one.shouldReportActive()]).toEqual([true, false])
  pass(-2 * activeEvery)
  expect(one.shouldReportActive()).toBe(true)
})

it('GAP-063 few calls are tracked, only if they succeed, and without their content', () => {
  const at = (path: string) => `http://localhost:4280${path}`
  expect(trackedCall('POST', at('/v2/pushes'), 200)).toBe('push_sent')
  expect(trackedCall('POST', at('/v3/create-text'), 200)).toBe('text_sent')
  expect(trackedCall('POST', at('/v2/pushes'), 400)).toBeUndefined()
  expect(trackedCall('GET', at('/v2/pushes?limit=1'), 200)).toBeUndefined()
  expect(trackedCall('POST', at('/v2/pushes/iden'), 200)).toBeUndefined()
})

it('TRACK-006 (deviates) GAP-062 the option of an experiment is chosen once per account, and is the same in every browser', async () => {
  const person = await server.signUp('ada@example.org')
  const one = await started(person)
  const other = await started(person)
  const options = ['plain', 'fancy'] as const
  expect(await chooseOption(one.preferences, 'buttons', options, () => 0.7)).toBe('fancy')
  expect(await chooseOption(other.preferences, 'buttons', options, () => 0)).toBe('fancy')
  expect(await chooseOption(other.preferences, 'colours', options, () => 0)).toBe('plain')
  await until(one.preferences.$all, (all) => all?.ab_colours === 'plain')
  expect(await chooseOption(one.preferences, 'buttons', ['round', 'square'], () => 0)).toBe('round')
})

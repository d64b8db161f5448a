import { describe, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { messageMilliseconds } from './rules.ts'
import { shortly, withBrowser } from './test-browser.ts'

const { server, service, browser, person, send, newest, dismiss, notified, closing } = withBrowser()

const hour = 3_600

describe('a message for which a browser shows nothing', () => {
  const waiting = () => server().app.db.all("SELECT iden FROM job WHERE type = 'web-push-close' AND key = $1", [browser().device])
  /** Notifies of a push and dismisses it. @returns its iden, and the messages that the browser got for that */
  async function over(body: string): Promise<[string, unknown[][]]> {
    await send(body)
    const { iden } = (await notified()).push
    await dismiss(iden)
    await closing()
    return [
      iden,
      browser()
        .received.splice(0)
        .map(({ message }) => shortly(message)),
    ]
  }

  test('is sent four times at once and then every four hours; what is left is closed by the next message of any kind', async () => {
    for (const body of ['1', '2', '3', '4']) {
      const [iden, got] = await over(body)
      expect(got).toEqual([['close', iden]])
    }
    const [fifth, none] = await over('5')
    expect([none, await waiting()]).toEqual([[], []])
    const carol = await person('Carol')
    await send('next', {}, carol)
    expect(shortly((await notified()).message)).toEqual(['next', fifth])
    await server().app.jobs.processAll()
    await send('none left', {}, carol)
    expect(shortly((await notified()).message)).toEqual(['none left'])
    const [sixth, sixthGot] = await over('6')
    expect(sixthGot).toEqual([])
    await send('long', { type: 'link', url: `https://example.org/${'x'.repeat(4_000)}` })
    expect((await browser().next()).message).toMatchObject({ kind: 'fetch', closes: [sixth] })
    const seventh = (await newest()).iden
    await send('8', {}, await person('Dan'))
    const { iden: eighth } = (await notified()).push
    await dismiss(seventh)
    await closing()
    expect([browser().received, await waiting()]).toEqual([[], []])
    await dismiss(eighth)
    await closing(4 * hour + 60)
    expect(shortly((await browser().next()).message)).toEqual(['close', ...[seventh, eighth].toSorted()])
    expect(
      await server().app.db.all('SELECT push FROM web_push_notified WHERE device = $1 AND closing = 1', [browser().device]),
    ).toEqual([])
  })

  test('that is not sent leaves what it closes to the first message of the others, and a failed one does not count', async () => {
    const idens: string[] = []
    for (const name of ['Carol', 'Dan', 'Erin', 'Frank', 'Grace', 'Heidi']) {
      await send(name, {}, await person(name))
      idens.push((await notified()).push.iden)
    }
    service().answer(browser(), { status: 503, headers: { 'retry-after': '60' } })
    for (const iden of idens) await dismiss(iden)
    await closing()
    expect(browser().received).toEqual([])
    await closing(120)
    const got = browser()
      .received.splice(0)
      .map(({ message }) => shortly(message))
    // Latest first, together with those that are not sent.
    const [carol, dan, erin, frank, grace, heidi] = idens
    expect(got).toEqual([
      ['close', ...[carol, dan, heidi].toSorted()],
      ['close', grace],
      ['close', frank],
      ['close', erin],
    ])
    expect(await waiting()).toEqual([])
  })

  test('is forgotten after a week if it could not be sent', async () => {
    for (const body of ['1', '2', '3', '4', '5']) await over(body)
    const weekAgo = microseconds() - messageMilliseconds.push * 1_000 - 1
    await server().app.db.write((tx) =>
      tx.run('UPDATE web_push_notified SET sent = $2 WHERE device = $1', [browser().device, weekAgo]),
    )
    await send('next')
    expect(shortly((await notified()).message)).toEqual(['next'])
    await server().app.jobs.processAll()
    const rows = await server().app.db.all('SELECT closing FROM web_push_notified WHERE device = $1', [browser().device])
    expect(rows.map((row) => ({ ...(row as object) }))).toEqual([{ closing: 0 }])
  })
})

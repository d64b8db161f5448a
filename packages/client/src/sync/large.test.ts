import { expect, test } from 'vitest'
import { expectRatio, expectRatioOfWaiting } from '../../../../scripts/tests/growth.ts'
import { type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { openSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import { storageFilled } from './test-large.ts'

// Compares processor time with that of the same work on a smaller account, and of parsing the JSON of the same storage. Opening takes three
// to nine times as long as parsing, a hundred changes four times, and a search a hundredth.

const large = { chats: 200, channels: 100, pushesEach: 66 }
const small = { chats: 25, channels: 12, pushesEach: 66 }
const short = { chats: 200, channels: 100, pushesEach: 8 }

/** An account whose server sends only what `deliver` passes to it. */
function accountOf(size: typeof large) {
  const { saved, account } = storageFilled(size)
  let receive: (text: string) => void = () => {}
  const quiet: Platform = {
    ...platform,
    fetch: async (url) => ({ status: 200, text: async () => JSON.stringify(url.includes('users/me') ? account : {}) }),
    openSocket() {
      const socket = { onmessage: null, onerror: null, onclose: null, close() {} } as ReturnType<Platform['openSocket']>
      receive = (text) => socket.onmessage?.({ data: text })
      return socket
    },
  }
  return {
    saved,
    async opened(): Promise<Session> {
      const session = openSession({ origin: 'http://localhost:1', token: 't', agent: 'test', saved, account, platform: quiet })
      await session.start()
      const shown = [
        session.target.$people.get().length,
        session.target.$following.get().length,
        session.target.$unread.get().size,
      ]
      expect(shown).toEqual([size.chats, size.channels, size.chats + size.channels])
      return session
    },
    /** A session whose lists and one conversation are on screen, and a function that delivers one more push to one of 25 people. */
    async drawn() {
      const session = await this.opened()
      await session.mirror.catchUp()
      const stops = [session.target.$people, session.target.$following, session.target.$unread].map(($atom) =>
        $atom.listen(() => {}),
      )
      session.push.history(session.target.$people.get()[7] as never).listen(() => {})
      let after = session.mirror.$baseline.get()
      const deliver = (index: number, active = true) => {
        const modified = after + 1
        const email = `person-${index % 25}@example.org`
        const push = {
          iden: `new ${index}`,
          active,
          created: modified,
          modified,
          type: 'note',
          body: 'new',
          direction: 'incoming',
        }
        const objects = { pushes: [{ ...push, sender_email: email, sender_email_normalized: email }] }
        receive(JSON.stringify({ type: 'tickle', subtype: 'push', after, modified, objects }))
        after = modified
      }
      const close = async () => {
        for (const stop of stops) stop()
        await until(session.$connection, (connection) => connection === 'connected')
        session.close()
      }
      return { session, deliver, close }
    },
  }
}

test('SYNC-005 an account with 20,000 pushes and 300 targets opens from storage in a few times what its JSON takes', async () => {
  const [account, other] = [accountOf(large), accountOf(small)]
  const open = async (which: typeof account) => {
    const session = await which.opened()
    session.close()
  }
  const read = async () => account.saved.keys('').map((key) => parsed(account.saved.read(key) ?? ''))
  await expectRatioOfWaiting('opening, of reading its JSON', () => open(account), read, 20)
  await expectRatioOfWaiting(
    'opening eight times as much',
    () => open(account),
    () => open(other),
    3 * 8,
  )
  const session = await account.opened()
  expect(session.mirror.of('pushes').get().entries.size).toBe(19_800)
  session.close()
})

test('SYNC-005 a change of an account takes as long with 20,000 pushes as with an eighth of them, and a search hardly any time', async () => {
  const [account, other] = [accountOf(large), accountOf(short)]
  const [one, few] = [await account.drawn(), await other.drawn()]
  for (let index = 0; index < 200; index++) one.deliver(index)
  expect(one.session.mirror.of('pushes').get().entries.size).toBe(20_000)
  expect(one.session.target.$people.get()[0]?.key).toBe('person-24@example.org')
  for (let index = 0; index < 200; index++) one.deliver(index, false)
  // Delivered pushes are deleted again, so both keep their sizes.
  const change = ({ deliver }: typeof one) => {
    for (let index = 0; index < 50; index++) for (const active of [true, false]) deliver(index, active)
  }
  expectRatio(
    'a change among eight times as many pushes',
    () => change(one),
    () => change(few),
    5,
  )
  expect(one.session.target.search('PERSON 19').length).toBeGreaterThan(10)
  const read = () => account.saved.keys('').map((key) => parsed(account.saved.read(key) ?? ''))
  expectRatio('a hundred changes, of reading the JSON', () => change(one), read, 20)
  expectRatio('a search, of reading the JSON', () => one.session.target.search('PERSON 19'), read, 1)
  await one.close()
  await few.close()
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

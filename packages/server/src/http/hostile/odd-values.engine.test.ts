import { expect, test } from 'vitest'
import { ask, calls, fit, kindsOf, person, server, setUpServer, sound } from './test-hostile.ts'

// Values that SQLite stores in any column, and PostgreSQL only in one of the right type. Whether calls refuse them correctly is tested
// elsewhere.

setUpServer()

const odd: Readonly<Record<string, readonly unknown[]>> = {
  number: [0.5, 2 ** 31, 2 ** 53 - 1],
  text: ['\ud800', "\u{1f468}\u200d\u{1f469} '; DROP TABLE push; -- \\ %_"],
  any: ['a\0b', { 'a\0': '\ud800' }],
  object: [{ 'a\0': 'b\0', c: '\ud800' }],
}

test('values that a call takes can be stored, and those that cannot are refused', async () => {
  const wrong: unknown[] = []
  for (const call of calls) {
    const { token } = await person()
    for (const { name, kind, inPath } of kindsOf(call)) {
      for (const value of odd[kind] ?? []) {
        // No address can contain an unpaired surrogate.
        if (inPath && !String(value).isWellFormed()) continue
        const { status, body } = await ask(server, call, { ...sound(call), [name]: value }, { token: fit(call, token) })
        // The first of them may have ended the session or exceeded a limit.
        if (status >= 500 && status !== 503) wrong.push([call.name, name, value, status, body])
      }
    }
  }
  expect(wrong).toEqual([])
  await server.app.jobs.processAll()
  expect(await server.app.db.all('SELECT type, last_error FROM job WHERE last_error IS NOT NULL')).toEqual([])
})

import { expect, it } from 'vitest'
import { diagnosticsOf } from './diagnostics.ts'

const around = {
  path: '/',
  hash: '#people/ana@example.org',
  now: new Date(0),
  browser: 'Browser/1',
  language: 'en',
  window: '1280 x 800',
  online: true,
  log: [],
}

it('SHELL-018 diagnostics hold nothing that a person wrote: no message, no address', () => {
  let thrown: unknown
  try {
    JSON.parse('dear Ana, the "secret" is')
  } catch (error) {
    thrown = error
  }
  const text = JSON.stringify(diagnosticsOf(thrown, around))
  expect(text).toContain('SyntaxError')
  expect(text).toContain('diagnostics.test.ts')
  expect(text).not.toMatch(/dear|secret|ana@/i)
  expect(diagnosticsOf(thrown, around).path).toBe('/#people')
})

it('SHELL-018 a thrown value that is no error is named by its kind only', () => {
  expect(diagnosticsOf('dear Ana', around)).toMatchObject({ error: 'string', stack: [] })
  expect(diagnosticsOf(undefined, around).error).toBe('undefined')
})

it('SHELL-018 of an error are told its message without quotations, and of its stack the places alone', () => {
  const error = new TypeError("no method of 'dear Ana'")
  error.stack = 'TypeError: write to ana@example.org\n    at dear Ana\n    at send (app.js:1:2)\nsecret:1:2'
  expect(diagnosticsOf(error, around)).toMatchObject({ error: 'TypeError: no method of "…"', stack: ['at send (app.js:1:2)'] })
})

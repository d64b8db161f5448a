import { expect, it, vi } from 'vitest'
import { logLines, track, tracked } from './log.ts'

it('TRACK-003 AUTH-019 the log keeps the last 100 lines, and says nothing where nothing may be kept', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  for (let index = 0; index < 130; index++) track('sign_in_error', `code ${index}`)
  expect(logLines).toBe(100)
  expect(tracked()).toHaveLength(100)
  expect(tracked().at(0)).toMatchObject({ name: 'web_sign_in_error', about: 'code 30' })
  expect(tracked().at(-1)?.about).toBe('code 129')
  kept.set('log', '{"half')
  expect(tracked()).toEqual([])
  vi.stubGlobal('sessionStorage', undefined)
  track('sign_in_error')
  expect(tracked()).toEqual([])
})

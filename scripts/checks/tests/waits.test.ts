import { describe, expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { shortWaits } from './waits.ts'

describe('waits', () => {
  const file = 'packages/client/src/sync/mirror.test.ts'
  const found = (code: string, path = file, exceptions = {}) => shortWaits(projectWith({ [path]: code }), exceptions)

  test.each([
    'await vi.waitFor(look, 5_000)',
    'await vi.waitFor(() => look(), { interval: 5, timeout: 5_000 })',
    'await expect.poll(look, { timeout: 500 }).toBe(1)',
    'await expect(page.getByText("a")).toBeVisible({ timeout: 500 })',
    'await expect(async () => {}).toPass({ timeout: 2_000 })',
    'await fetch(url, { signal: AbortSignal.timeout(1_000) })',
  ])('%s is refused in a test and in a story', (code) => {
    expect(found(code)).toEqual([expect.stringContaining(`${file}:1 `)])
    expect(found(code, 'e2e/stories/app/start.spec.ts')).toEqual([expect.stringContaining('e2e/stories/app/start.spec.ts:1 ')])
  })

  test.each([
    'await vi.waitFor(look)',
    'await vi.waitFor(look, { interval: 5 })',
    'await expect.poll(look, { timeout: 60_000 }).toBe(1)',
    'await expect(async () => { await expect(item).toBeVisible({ timeout: 500 }) }).toPass()',
    'expect(limits).toEqual({ all: 5 })',
    'open({ timeout: 5 })',
  ])('%s is none', (code) => {
    expect(found(code)).toEqual([])
  })

  test('an exception is for one file, and is refused where it is not needed', () => {
    expect(found('await vi.waitFor(look, 5_000)', file, { [file]: 'It tries again.' })).toEqual([])
    expect(found('', file, { [file]: 'It tries again.' })).toEqual([`${file} waits as long as others: it needs no exception`])
  })
})

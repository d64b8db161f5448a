import { appendFileSync, existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openCallNotes } from './missed-calls.ts'

test('calls that servers have and that no test has made are one failure with their names, but for the exceptions', () => {
  const notes = openCallNotes()
  onTestFinished(notes.close)
  const file = notes.environment.WAYPOST_TEST_CALLS
  expect(notes.counts().failed).toEqual([])
  appendFileSync(file, 'has listPushes\nhas createPush\nhas createPushes\nhas createBackup\nmade createPush\nhas createPush\n')
  expect(notes.counts().failed).toEqual([
    { test: expect.stringMatching(/never made/), message: expect.stringMatching(/: createPushes, listPushes$/) },
  ])
  appendFileSync(file, 'made listPushes\nmade createPushes\n')
  expect(notes.counts().failed).toEqual([])
  notes.close()
  expect(existsSync(file)).toBe(false)
})

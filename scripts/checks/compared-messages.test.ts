import { expect, test } from 'vitest'
import { comparedMessages } from './compared-messages.ts'
import { projectWith } from './test-project.ts'

const found = (source: string) => comparedMessages(projectWith({ 'packages/agent/src/x.ts': source }), {})

test.each([
  "if (error.message === 'gone') stop()",
  "if ('gone' != (cause as Error).message) stop()",
  "if (error.message.includes('gone')) stop()",
  'if (state.failure?.message.startsWith(`gone`)) stop()',
  'if (/gone/.test(error.message)) stop()',
  "switch (error.message) { case 'gone': stop() }",
  "const { message } = error as Error; if (message === 'gone') stop()",
  "const { message: text } = cause; if (text.endsWith('gone')) stop()",
  "const reason = cause instanceof Error ? cause.message : String(cause); if (reason === 'gone') stop()",
  'if (error.message !== canceled) stop()',
  'if (/gone/.exec(messageOf(error))) stop()',
])('%s compares a message', (source) => {
  expect(found(source)).toEqual([expect.stringMatching(/^packages\/agent\/src\/x\.ts:1 .*code or a class/)])
})

test.each([
  "if (error.code === 'gone') tell(error.message)",
  "if (text.message === '') stop()",
  'if (error.message !== undefined) tell(error.message)',
  "tell(error.message.replace(/\\.$/, ''))",
  'const { message } = read(); if (message === "") stop()',
])('%s does not', (source) => {
  expect(found(source)).toEqual([])
})

test('tests and stories may compare messages', () => {
  const source = "if (error.message === 'gone') stop()"
  const root = projectWith({ 'packages/agent/src/x.test.ts': source, 'e2e/stories/x.spec.ts': source })
  expect(comparedMessages(root, {})).toEqual([])
})

test('an exception is allowed, and reported when it is not needed any more', () => {
  const root = projectWith({ 'scripts/x.ts': "if (error.message === 'gone') stop()" })
  expect(comparedMessages(root, { 'scripts/x.ts': 'it gives no code' })).toEqual([])
  expect(comparedMessages(root, { 'scripts/x.ts': 'it gives no code', 'scripts/y.ts': 'it gives no code' })).toEqual([
    expect.stringContaining('scripts/y.ts compares no message any more'),
  ])
})

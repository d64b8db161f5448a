import { describe, expect, test } from 'vitest'
import { keyReaders } from './keys.ts'
import { projectWith } from './test-project.ts'

describe('keys', () => {
  const read = (code: string, file = 'push/Form.tsx') => keyReaders(projectWith({ [`packages/web/src/${file}`]: code }))

  test.each([
    'if (event.nativeEvent.isComposing) return',
    'if (event.keyCode === 229) return',
    'if (event.which === 13) send()',
    '<input onKeyUp={send} />',
    "addEventListener('keypress', send)",
  ])('%s is refused', (code) => {
    expect(read(code)).toEqual([expect.stringContaining('packages/web/src/push/Form.tsx:1 ')])
  })

  test('a component reads keys that are pressed down, and one file tells those of input methods apart', () => {
    expect(read("<input onKeyDown={(event) => event.key === 'Enter' && send()} />")).toEqual([])
    expect(read('export const own = (event) => event.isComposing', 'browser/input-method.ts')).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

test('the parts of a program have their kinds, and together they are the program', () => {
  const program = `// a <b> & "c"\nconst x = '</span><img src=x>' // it's\n`
  const parts = highlight(program, 'typescript')
  expect(parts.map(({ text }) => text).join('')).toBe(program)
  const kindOf = (words: string) => parts.find(({ text }) => text.includes(words))?.kind
  expect(kindOf('a <b>')).toBe('comment')
  expect(kindOf('const')).toBe('keyword')
  expect(kindOf('<img')).toBe('string')
})

test('every language that files may have is known', async () => {
  const { shownFile } = await import('./shown-in-place.ts')
  const names = 'js ts json css html py sh sql java kt swift c cs go rs rb php yml toml md diff'.split(' ')
  for (const name of names) {
    const file = { iden: 'a', active: true, created: 1, modified: 1, file_name: `x.${name}` }
    const shown = shownFile(file, 10)
    if (shown?.as !== 'text' || !shown.language) throw new Error(`${name} has no language`)
    expect(highlight('x = 1\n', shown.language).length).toBeGreaterThan(0)
  }
})

import { describe, expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { misplacedTexts } from './texts.ts'

describe('texts of the interface', () => {
  const files = {
    'docs/requirements.md': '- **SETT-001** The tab says "Nothing was posted here".',
    'packages/web/src/settings/en.ts': `export const clients = { title: 'Clients', none: 'No client was made yet.', posted: 'Nothing was posted here' }`,
  }
  const found = (more: Record<string, string>) => misplacedTexts(projectWith({ ...files, ...more }))

  test('a component takes them from the en.ts of its folder', () => {
    const component = 'packages/web/src/settings/Clients.tsx'
    expect(found({ [component]: `const messages = i18n('clients', clients)` })).toEqual([])
    expect(found({ [component]: `\nconst messages = i18n('clients', { title: 'Clients' })` })).toEqual([
      `${component}:2 keeps its texts: they belong in the en.ts of its folder`,
    ])
  })

  test('a story writes out none but short ones and those that a requirement quotes', () => {
    const story = 'e2e/stories/settings/clients.spec.ts'
    const line = (text: string) => ({ [story]: `await expect(page.getByText('${text}')).toBeVisible()` })
    expect(found(line('No client was made yet.'))).toEqual([
      `${story}:1 writes out "No client was made yet.": import it from packages/web/src/settings/en.ts`,
    ])
    for (const text of ['Clients', 'Nothing was posted here', 'What a person has written']) expect(found(line(text))).toEqual([])
  })
})

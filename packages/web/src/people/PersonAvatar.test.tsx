import type { Suggestion } from '@waypost/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PersonAvatar } from './PersonAvatar.tsx'

const ana: Suggestion = { key: 'ana@example.org', type: 'person', name: 'Ana' }
const drawn = (image_url?: string) =>
  renderToStaticMarkup(<PersonAvatar person={image_url === undefined ? ana : { ...ana, image_url }} />)

test("a person's picture is fetched over https, whatever the address says, and there may be none", () => {
  expect(drawn('http://pictures.example.org/ana.png')).toContain('src="https://pictures.example.org/ana.png"')
  expect(drawn('https://pictures.example.org/ana.png')).toContain('src="https://pictures.example.org/ana.png"')
  expect(drawn()).not.toContain('<img')
})

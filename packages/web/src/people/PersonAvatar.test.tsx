import type { Suggestion } from '@waypost/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PersonAvatar } from './PersonAvatar.tsx'

const ana: Suggestion = { key: 'ana@example.org', type: 'person', name: 'Ana' }
const drawn = (image_url?: string) =>
  renderToStaticMarkup(<PersonAvatar person={image_url === undefined ? ana : { ...ana, image_url }} />)

test("a person's picture on this server is drawn at once, one of another host only once it is measured, and there may be none", () => {
  expect(drawn('/files/key/ana.png')).toContain('src="/files/key/ana.png"')
  for (const scheme of ['http', 'https']) expect(drawn(`${scheme}://pictures.example.org/ana.png`)).not.toContain('<img')
  expect(drawn()).not.toContain('<img')
})

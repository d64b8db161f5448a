import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Drawing, EmptyDrawing } from './EmptyDrawing.tsx'

test('each drawing of an empty state has less than a kilobyte', () => {
  const names: Drawing[] = ['conversation', 'devices', 'channels', 'box', 'torn', 'signpost']
  for (const name of names) expect(renderToStaticMarkup(<EmptyDrawing name={name} />).length, name).toBeLessThan(1_000)
})

import { expect, test } from 'vitest'
import { partsOf } from './first-load.ts'

test('the parts of a script are packages and folders, the largest first, and together as large as the script', () => {
  const words = (count: number, seed: number) =>
    Array.from({ length: count }, (_, index) => (index * seed).toString(36)).join(' ')
  const parts = partsOf(
    {
      'node_modules/react-dom/cjs/client.js': words(900, 7_919),
      'node_modules/react-dom/index.js': words(300, 104_729),
      'node_modules/@nanostores/react/index.js': words(50, 1_299_709),
      'packages/web/src/push/history/History.tsx': words(300, 15_485_863),
      'packages/web/src/push/history/feed.ts': words(100, 32_452_843),
      'packages/web/src/App.tsx': words(20, 49_979_687),
    },
    10_000,
  )
  expect(parts.map(({ name }) => name)).toEqual([
    'react-dom',
    'packages/web/src/push/history',
    '@nanostores/react',
    'packages/web/src',
  ])
  expect(Math.abs(parts.reduce((sum, { bytes }) => sum + bytes, 0) - 10_000)).toBeLessThan(5)
})

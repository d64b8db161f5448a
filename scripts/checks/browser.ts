// Checks that only web/src/browser, and the service worker, use the browser itself.
// Everything else asks that folder, so that it can be tested and replaced.

import { join, relative } from 'node:path'
import { isTest } from '../modules.ts'
import { globalsOf, sourceFiles } from '../source.ts'
import { report } from './report.ts'

/** The browser's globals that only `web/src/browser` may use. */
const browserGlobals = new Set([
  ...[
    'Notification',
    'navigator',
    'location',
    'history',
    'open',
    'opener',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'cookie',
  ],
  ...[
    'BroadcastChannel',
    'FileReader',
    'XMLHttpRequest',
    'WebSocket',
    'fetch',
    'matchMedia',
    'devicePixelRatio',
    'visibilityState',
  ],
  ...['title', 'referrer', 'visualViewport', 'showOpenFilePicker', 'showSaveFilePicker'],
])

/** Returns uses of the browser in the web client outside of its folders, except in tests. */
export function browserUses(root: string): string[] {
  const source = join(root, 'packages/web/src')
  const files = sourceFiles(source, /\.tsx?$/).filter(
    (file) => !/^(browser|worker)\//.test(relative(source, file)) && !isTest(file),
  )
  return files.flatMap((file) =>
    globalsOf(file, browserGlobals).map(
      ({ text, line }) => `${relative(root, file)}:${line} uses ${text}: only web/src/browser may use the browser itself`,
    ),
  )
}

if (import.meta.main) report(browserUses(join(import.meta.dirname, '../..')), 'only web/src/browser uses the browser')

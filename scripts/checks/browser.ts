// Checks that only web/src/browser, extension/src/browser and the service worker use the browser itself. Everything else goes through those
// folders, so it can be tested and replaced.

import { join, relative } from 'node:path'
import { isTest } from '../modules.ts'
import { globalsOf, sourceFiles } from '../source.ts'

const browserGlobals = new Set([
  'chrome',
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

/** Returns uses of the browser in the web client and in the extension outside of their folders, except in tests. */
export function browserUses(root: string): string[] {
  return ['web', 'extension'].flatMap((part) => {
    const source = join(root, 'packages', part, 'src')
    const files = sourceFiles(source, /\.tsx?$/).filter(
      (file) => !/^(browser|worker)\//.test(relative(source, file)) && !isTest(file),
    )
    return files.flatMap((file) =>
      globalsOf(file, browserGlobals).map(
        ({ text, line }) => `${relative(root, file)}:${line} uses ${text}: only ${part}/src/browser may use the browser itself`,
      ),
    )
  })
}

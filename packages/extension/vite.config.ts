// Builds the extension for one browser: `BROWSER=chromium|firefox vite build`, into dist/<browser>.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { defineConfig, type Plugin } from 'vite'
import { withoutReference } from '../protocol/without-reference.ts'
import { type BrowserKind, iconSizes, manifest } from './src/manifest.ts'

const browser: BrowserKind = env.BROWSER === 'firefox' ? 'firefox' : 'chromium'
const here = import.meta.dirname
const outDir = join(here, 'dist', browser)
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { version: string }

function manifestFiles(): Plugin {
  return {
    name: 'manifest-files',
    apply: 'build',
    writeBundle({ dir = outDir }) {
      mkdirSync(join(dir, 'icons'), { recursive: true })
      for (const size of iconSizes) copyFileSync(join(here, `icons/icon-${size}.png`), join(dir, 'icons', `icon-${size}.png`))
      writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest(browser, version), null, 2)}\n`)
    },
  }
}

/** Nothing here sets HTML, so Preact sets text where it would set HTML. Mozilla's linter warns of every place that could set HTML. */
function withoutHtml(): Plugin {
  return {
    name: 'without-html',
    apply: 'build',
    transform: {
      filter: { id: /\/preact\/dist\// },
      handler: (code) => ({ code: code.replaceAll(/\.innerHTML=(?!=)/g, '.textContent='), map: null }),
    },
  }
}

/** Leaves out code for the other browser: Mozilla's linter warns of each call unknown to Firefox. */
function withoutOther(): Plugin {
  const asked = "chrome.runtime.getURL('').startsWith('moz-')"
  return {
    name: 'without-other',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/browser\/extension\.ts$/ },
      handler(code) {
        if (!code.includes(asked)) throw new Error(`The question which browser it is was looked for: ${asked}`)
        return { code: code.replace(asked, String(browser === 'firefox')), map: null }
      },
    },
  }
}

/** Modules shared by the background and pages. */
const ofBoth = /\/(protocol|client|valibot|nanostores)\/|\/extension\/src\/(browser|session|settings|targets|messages)/
/** Modules that draw. The entry modules of pages stay separate. */
const ofPages = /\/preact\/|\/extension\/src\/(ui|popup|reply|options)\/(?!(popup|reply|options)\.(tsx|css)$)/

/** Fewer files compress better. The background loads nothing that draws. */
const pieces = [
  { name: 'shared', test: ofBoth, minShareCount: 2, priority: 2 },
  { name: 'pages', test: ofPages, priority: 1 },
]

/**
 * These calls only make a schema. They are matched by name: a shorter one, such as `v`, would also drop calls of anything else with that
 * name.
 */
const schemaMakers = (
  'array boolean check integer literal looseObject maxLength maxValue minLength minValue nullable nullish number object optional partial ' +
  'pick picklist pipe record regex string transform trim tuple union unknown variant'
)
  .split(' ')
  .map((name) => `v.${name}`)

export default defineConfig({
  root: here,
  plugins: [manifestFiles(), withoutReference(), withoutHtml(), withoutOther()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  css: { modules: { generateScopedName: '[name]-[local]' } },
  // Extension pages load files by relative addresses.
  base: './',
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The polyfill uses `document`, and a service worker may not use `import()` at all: everything is imported statically.
    modulePreload: false,
    target: ['chrome123', 'firefox142'],
    cssTarget: ['chrome123', 'firefox142'],
    rolldownOptions: {
      // Keeps only the used parts of the protocol. No property read has side effects.
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: schemaMakers },
      input: {
        background: join(here, 'src/background/background.ts'),
        popup: join(here, 'popup.html'),
        reply: join(here, 'reply.html'),
        options: join(here, 'options.html'),
        // Firefox's background copies by itself.
        ...(browser === 'chromium' && { copy: join(here, 'copy.html') }),
      },
      // They are in the sources; here each would be downloaded twice.
      output: {
        comments: false,
        codeSplitting: { groups: pieces },
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
})

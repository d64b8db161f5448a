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

/** Writes the manifest, and copies the icons that it names. */
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

/** Nothing here sets HTML: where Preact would, it sets text. Mozilla's check warns of every place that could. */
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

/** Leaves out what is for the other browser: Mozilla's check warns of each call that Firefox does not know. */
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

/** Modules that the background uses as pages do. */
const ofBoth = /\/(protocol|client|valibot|nanostores)\/|\/extension\/src\/(browser|session|settings|targets|messages)/
/** What draws. The modules that start a page stay by themselves. */
const ofPages = /\/preact\/|\/extension\/src\/(ui|popup|reply|options)\/(?!(popup|reply|options)\.(tsx|css)$)/

/** The fewer files, the better they compress. The background loads nothing of what draws. */
const pieces = [
  { name: 'shared', test: ofBoth, minShareCount: 2, priority: 2 },
  { name: 'pages', test: ofPages, priority: 1 },
]

/** Each only makes a schema. They are matched by name: a shorter one, such as `v`, would take away calls of whatever else is called so. */
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
  // Pages of extensions load files by relative addresses.
  base: './',
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Its polyfill uses `document`, and a service worker may not use `import()` at all: everything is imported statically.
    modulePreload: false,
    target: ['chrome123', 'firefox142'],
    cssTarget: ['chrome123', 'firefox142'],
    rolldownOptions: {
      // Of what the protocol declares, only what is used stays. Nobody reads a property for its effect.
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: schemaMakers },
      input: {
        background: join(here, 'src/background/background.ts'),
        popup: join(here, 'popup.html'),
        reply: join(here, 'reply.html'),
        options: join(here, 'options.html'),
        // The background of Firefox copies by itself.
        ...(browser === 'chromium' && { copy: join(here, 'copy.html') }),
      },
      // The sources have them; here each would be downloaded twice.
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

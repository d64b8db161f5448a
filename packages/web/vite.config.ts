import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type BuildOptions, build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { withoutReference } from '../protocol/without-reference.ts'
import { classNames } from './class-names.ts'
import { firstPage, landingPage } from './first-page.ts'
import { onlyWords } from './only-words.ts'

const api = env.WAYPOST_API ?? 'http://localhost:4280'

/** Paths that the server answers itself; every other path is a page of this client. */
const served = [
  '/v2',
  '/v3',
  '/oauth2',
  '/provider/local/sign-in',
  '/provider/local/sign-up',
  '/websocket',
  '/subscribe/',
  '/streaming',
  '/healthz',
  '/docs',
  '/apps/',
  '/share-target',
]

/** Puts `name.br` beside each script and style sheet: the best compression is too slow to run on request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }, files) {
      for (const [name, file] of Object.entries(files)) {
        if (!/\.(m?js|css)$/.test(name)) continue
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params: quality }))
      }
    },
  }
}

/** Leaves out the keys of an icon's parts: they never move, and random letters don't compress. */
function withoutIconKeys(): Plugin {
  return {
    name: 'without-icon-keys',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: code.replace(/, key: "\w+"/g, ''), map: null }),
    },
  }
}

/** Removes from the names of emoji the fields that the picker doesn't read: more than half of the data. */
function withoutUnusedNames(): Plugin {
  return {
    name: 'without-unused-names',
    enforce: 'pre',
    transform: {
      filter: { id: /\/emojibase-data\/en\/data\.json$/ },
      handler: (text) => {
        const all = JSON.parse(text) as Record<string, unknown>[]
        const kept = all
          .filter(({ group }) => group !== undefined)
          .map(({ emoji, label, group, subgroup, version, tags, skins }) => ({
            ...{ emoji, label, group, subgroup, version, tags },
            skins: (skins as typeof all | undefined)?.map((skin) => ({ emoji: skin.emoji, tone: skin.tone })),
          }))
        return { code: JSON.stringify(kept), map: null }
      },
    },
  }
}

const shared: BuildOptions = {
  // The server's content security policy forbids data: in everything but pictures, so nothing is inlined into the code.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  // The first versions with light-dark(), which the avatars use.
  cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
}

/**
 * Builds `widget.html` beside the client. In a single build the two would share chunks, and a page with the widget would load parts of them
 * that only the client needs.
 */
function widget(): Plugin {
  let outDir = ''
  return {
    name: 'widget',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    async closeBundle() {
      const input = join(import.meta.dirname, 'widget.html')
      // Drops packages that are imported but unused, even if they declare side effects.
      const treeshake = { moduleSideEffects: (id: string) => !id.includes('/node_modules/') }
      const options = {
        ...shared,
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input, treeshake, output: { assetFileNames } },
      }
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins: [onlyWords(), withoutReference(), compressed()],
        build: options,
      })
    },
  }
}

/** Modules that are loaded with `soon`, see `lazily`. */
const soon =
  /\/src\/(push\/(menu\/(Message|Lifted)|dialogs\/)|push\/composing\/ComposingStrip|push\/voice\/(Voice(Strip|Message|Player)|recording|peaks|play)|browser\/files\/(one-player|contents)|push\/scheduled\/(Later|Time|Waiting)|push\/form\/edit-last|ui\/inputs\/(ContextMenu|TwoStep)|browser\/files\/recorder|target\/TargetContextMenu|page\/shell\/(ShortcutSheet|Shortcuts\.|Splitter)|sidebar\/(Palette|SearchDialog))/

/**
 * The chunks of the client; every other screen has its own, with the code only it needs. A request for each module would cost more than the
 * code some screens leave unused.
 */
const pieces = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  // Shows messages: an account that has some loads it with its first conversation. The dialog for pictures loads when it is opened.
  { name: 'messages', test: /\/src\/(push\/history\/Messages|conversation\/(?!pictures\/)|sidebar\/LastLine)/, priority: 2 },
  // The landing page shows bubbles too, but nothing else of this.
  { name: 'bubbles', test: /\/src\/ui\/cards\/Bubble/, priority: 3 },
  // A visitor sees it first. It shares styles with other pages; in one chunk with them it would load everything that screens share.
  { name: 'landing', test: /\/src\/page\/landing\//, priority: 2 },
  // Runs on every page, including the first.
  { name: 'missing-parts', test: /\/src\/(page\/errors\/missing-parts|browser\/old-browser)/, priority: 2 },
  // Announces messages and shows notifications, from the first screen on.
  {
    name: 'notices',
    test: /\/src\/(push\/(labels|notifications\/(Announcements|mirrored|show-push))|format\/(size|short-links)|browser\/(locks|bounded-images|app\/(notifications|shown-notices|service-worker)))/,
    // Messages use parts of it, and it uses nothing of them.
    priority: 3,
  },
  { name: 'soon', test: soon, priority: 1 },
  { name: 'later', minShareCount: 2 },
]

const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    filename: 'worker.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['assets/*.{js,css,woff2}', 'icon.svg', 'img/deviceicons/*', 'img/setup/*'],
      // The code that shows PDFs, highlights code and names all emoji is larger than everything else, and few messages need it.
      globIgnores: ['assets/{pdf,highlight,EmojiPicker}*', 'assets/widget*'],
      dontCacheBustURLsMatching: /^assets\//,
      rollupFormat: 'iife',
      buildPlugins: { vite: [onlyWords(), withoutReference()] },
    },
  })

/** The name of a file that isn't a script. The server's API reference uses the font too, and doesn't know its content hash. */
const assetFileNames = ({ names }: { names: string[] }) =>
  names.some((name) => name.includes('hanken-grotesk-latin-wght')) ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]'

/** For the client, and for the renderer of its landing page. */
const modules = { generateScopedName: classNames(join(import.meta.dirname, 'src')) }

export default defineConfig({
  plugins: [
    react(),
    onlyWords(),
    withoutReference(),
    withoutIconKeys(),
    withoutUnusedNames(),
    compressed(),
    firstPage(),
    landingPage(modules, [withoutReference(), withoutIconKeys()]),
    widget(),
    serviceWorker(),
  ],
  css: { modules },
  build: {
    ...shared,
    manifest: true,
    rolldownOptions: {
      // Constants with texts shared by several screens are inlined where they are used.
      optimization: { inlineConst: { mode: 'all' } },
      output: { codeSplitting: { groups: pieces }, assetFileNames },
    },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: api, ws: true, changeOrigin: false }])),
  },
})

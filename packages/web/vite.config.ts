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

/** What the server answers itself; every other path is a page of this client. */
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

/** Puts `name.br` beside each script and style sheet: the best compression takes too long to be done when one is asked for. */
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

/** Leaves out the keys of the parts of an icon: they never move, and random letters do not compress. */
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

/** Leaves out of the names of emoji what the picker does not read: it is more than half of them. */
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

/** Of both builds. */
const shared: BuildOptions = {
  // The content policy of the server forbids data: in everything but pictures, so nothing is folded into the code.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  // light-dark(), which the avatars use, is understood from these on.
  cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
}

/**
 * Builds `widget.html` beside the client. In one build the two would share pieces, and a page that shows the widget would load what only
 * the client needs of them.
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
      // Drops packages that are imported but not used, even if they declare side effects.
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
 * The pieces that the client is fetched in; every other screen is one of its own, with what only it needs. A request for each module would
 * cost more than what some screens leave unused.
 */
const pieces = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  // What shows messages: an account that has some fetches it with its first conversation. The dialog for pictures comes when it is opened.
  { name: 'messages', test: /\/src\/(push\/history\/Messages|conversation\/(?!pictures\/)|sidebar\/LastLine)/, priority: 2 },
  // The landing page shows bubbles too, and nothing else of it.
  { name: 'bubbles', test: /\/src\/ui\/cards\/Bubble/, priority: 3 },
  // A visitor sees it first. Its styles are those of other pages too, with which it would fetch all that screens share.
  { name: 'landing', test: /\/src\/page\/landing\//, priority: 2 },
  // Run on every page, the first one too.
  { name: 'missing-parts', test: /\/src\/(page\/errors\/missing-parts|browser\/old-browser)/, priority: 2 },
  // What announces messages and shows notifications waits for them from the first screen on.
  {
    name: 'notices',
    test: /\/src\/(push\/(labels|notifications\/(Announcements|mirrored|show-push))|format\/(size|short-links)|browser\/(locks|bounded-images|app\/(notifications|shown-notices|service-worker)))/,
    // Messages use some of it, and it uses nothing of them.
    priority: 3,
  },
  { name: 'soon', test: soon, priority: 1 },
  // What several screens share.
  { name: 'later', minShareCount: 2 },
]

/** Builds `worker.js`, the service worker, with the list of files that it keeps. */
const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    filename: 'worker.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['assets/*.{js,css,woff2}', 'icon.svg', 'img/deviceicons/*', 'img/setup/*'],
      // What shows PDFs, colours code and names all emoji is larger than all the rest, and few messages need it.
      globIgnores: ['assets/{pdf,highlight,EmojiPicker}*', 'assets/widget*'],
      dontCacheBustURLsMatching: /^assets\//,
      rollupFormat: 'iife',
      buildPlugins: { vite: [onlyWords(), withoutReference()] },
    },
  })

/** The name of a file that is no script. The API reference of the server uses the font, too, and does not know its content. */
const assetFileNames = ({ names }: { names: string[] }) =>
  names.some((name) => name.includes('hanken-grotesk-latin-wght')) ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]'

/** Of the client, and of what draws the landing page for it. */
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
      // Words that several screens share are written where they are used.
      optimization: { inlineConst: { mode: 'all' } },
      output: { codeSplitting: { groups: pieces }, assetFileNames },
    },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: api, ws: true, changeOrigin: false }])),
  },
})

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type BuildOptions, build, defineConfig, type Plugin, parseAst } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

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

/** Leaves out of the definitions of calls the fields that only the server reads. */
function withoutReference(): Plugin {
  const protocol = resolve(import.meta.dirname, '../protocol/src')
  const unneeded = ['does', 'refuses', 'scope', 'operations']
  return {
    name: 'without-reference',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(protocol)) return undefined
      let kept = code
      for (const [start, end] of propertiesIn(parseAst(code), unneeded).toReversed())
        kept = kept.slice(0, start) + kept.slice(end)
      return { code: kept, map: null }
    },
  }
}

/** Where properties with some names stand in the arguments of `defineCall`, up to the next one. */
function propertiesIn({ body }: ReturnType<typeof parseAst>, names: readonly string[]): [number, number][] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'defineCall') return []
      const [call] = init.arguments
      if (call?.type !== 'ObjectExpression') return []
      return call.properties.flatMap((property, index): [number, number][] => {
        const named = property.type === 'Property' && property.key.type === 'Identifier' && names.includes(property.key.name)
        return named ? [[property.start, call.properties[index + 1]?.start ?? call.end - 1]] : []
      })
    })
  })
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

/** Names the classes of style sheets by counting: what the reader of a build needs less than its size. */
function shortNames(): (name: string, file: string) => string {
  const names = new Map<string, string>()
  return (name, file) => {
    const whole = `${file} ${name}`
    const short = names.get(whole) ?? `c${names.size.toString(36)}`
    names.set(whole, short)
    return short
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
      const options = { ...shared, outDir, emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input, treeshake } }
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins: [withoutReference(), compressed()],
        build: options,
      })
    },
  }
}

/** Modules that are loaded with `soon`, see `lazily`. */
const soon =
  /\/src\/(push\/(menu|dialogs)\/|push\/voice\/VoiceStrip|push\/scheduled\/(Time|Waiting)|browser\/files\/recorder|target\/TargetContextMenu|page\/shell\/ShortcutSheet|sidebar\/Palette)/

/**
 * The pieces that the client is fetched in; every other screen is one of its own, with what only it needs. A request for each module would
 * cost more than what some screens leave unused.
 */
const pieces = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  // What shows messages: an account that has some fetches it with its first conversation.
  { name: 'messages', test: /\/src\/(push\/history\/Messages|conversation\/)/, priority: 2 },
  // The landing page shows bubbles too, and nothing else of it.
  { name: 'bubbles', test: /\/src\/ui\/cards\/Bubble/, priority: 3 },
  // A visitor sees it first. Its styles are those of other pages too, with which it would fetch all that screens share.
  { name: 'landing', test: /\/src\/page\/landing\//, priority: 2 },
  // Run on every page, the first one too.
  { name: 'missing-parts', test: /\/src\/(page\/errors\/missing-parts|browser\/old-browser)/, priority: 2 },
  // A new account sees it first, so it waits for nothing else.
  { name: 'first-send', test: /\/src\/push\/first\/|\/client\/src\/setup\/setup/, priority: 2 },
  // Opened right after the first screen, without the rest of what screens share: until it is there nothing is sent.
  { name: 'storage', test: /\/idb\/|\/src\/storage\/|\/browser\/(database\/|app\/(worker-notes|forget-app))/, priority: 2 },
  // What announces messages and shows notifications waits for them from the first screen on.
  {
    name: 'notices',
    test: /\/src\/(push\/notifications\/(Announcements|show-push)|format\/size|browser\/(locks|app\/(notifications|shown-notices|service-worker)))/,
    priority: 2,
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
      globPatterns: ['assets/*.{js,css,woff2}', 'theme.js', 'icon.svg', 'img/deviceicons/*', 'img/setup/*'],
      // What shows PDFs and colours code is larger than all the rest, and few messages need it.
      globIgnores: ['assets/{pdf,highlight}*', 'assets/widget*'],
      dontCacheBustURLsMatching: /^assets\//,
      rollupFormat: 'iife',
      buildPlugins: { vite: [withoutReference()] },
    },
  })

export default defineConfig({
  plugins: [react(), withoutReference(), withoutIconKeys(), compressed(), widget(), serviceWorker()],
  css: { modules: { generateScopedName: shortNames() } },
  build: {
    ...shared,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: pieces } } },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: api, ws: true, changeOrigin: false }])),
  },
})

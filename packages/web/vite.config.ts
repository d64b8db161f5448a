import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type BuildOptions, build, defineConfig, type Plugin, parseAst } from 'vite'

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

/** Leaves out of the definitions of calls what only the API reference needs, which the server draws. */
function withoutReference(): Plugin {
  const protocol = resolve(import.meta.dirname, '../protocol/src')
  const unneeded = ['does', 'refuses']
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

export default defineConfig({
  plugins: [react(), withoutReference(), compressed(), widget()],
  build: {
    ...shared,
    manifest: true,
    // The first page is one piece, and what several later screens share is another: a request for each module would cost more than what
    // some screens leave unused.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'later', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: api, ws: true, changeOrigin: false }])),
  },
})

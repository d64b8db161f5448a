import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type CSSModulesOptions, type Plugin, type Rolldown } from 'vite'

type Bundle = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]

interface Files {
  scripts: string[]
  styles: string[]
}

function entryOf(bundle: Bundle): Rolldown.OutputChunk {
  const entry = bundle.find((file) => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error('The build has no entry.')
  return entry
}

function chunksOf(bundle: Bundle, modules: readonly string[]): Rolldown.OutputChunk[] {
  const chunks = new Map(bundle.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set([entryOf(bundle)])
  for (const module of modules) {
    const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/packages/web/${module}`)))
    if (!chunk) throw new Error(`No script of the build has ${module}.`)
    needed.add(chunk)
  }
  for (const { imports } of needed) for (const name of imports) needed.add(chunks.get(name) as Rolldown.OutputChunk)
  return [...needed]
}

function filesOf(chunks: readonly Rolldown.OutputChunk[]): Files {
  const linked = chunks[0]?.viteMetadata?.importedCss
  const styles = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return {
    scripts: chunks.map(({ fileName }) => `/${fileName}`),
    styles: [...styles].filter((name) => !linked?.has(name)).map((name) => `/${name}`),
  }
}

/** Makes the page fetch its scripts with `inline/start.js`, and show the landing page with `inline/landing.js`. */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        if (!bundle) return undefined
        const all = Object.values(bundle)
        const files = {
          app: filesOf(chunksOf(all, [])),
          landing: filesOf(chunksOf(all, ['src/page/landing/Landing.tsx'])),
        }
        const start = inline('start').replace(/\/\* the files of the build.*?\*\/ \{\}/, () => JSON.stringify(files))
        return (
          page
            .replace(/\n *<script type="module"[^>]*><\/script>/, '')
            .replaceAll(/\n *<link rel="modulepreload"[^>]*>/g, '')
            // Needed before the first paint, so it is inlined instead of requested.
            .replace('<script src="/theme.js"></script>', () => `<script>${inline('../public/theme')}</script>`)
            .replace('<title>', () => `<script>${start}</script>\n    <title>`)
            .replace('</body>', () => `  <script>${inline('landing')}</script>\n  </body>`)
        )
      },
    },
  }
}

function inline(name: string): string {
  const text = readFileSync(join(import.meta.dirname, `inline/${name}.js`), 'utf8')
  return text.replaceAll(/^ *\/\/.*\n/gm, '').replaceAll(/^ +/gm, '')
}

/** The half of `react-dom/server.browser` that renders markup: the other half needs more of a browser. */
const toMarkup = fileURLToPath(
  new URL('cjs/react-dom-server-legacy.browser.production.js', import.meta.resolve('react-dom/package.json')),
)

/** Builds `landing.js`, with which the server renders the landing page. Class names match those of the client, which is built first. */
export function landingPage(modules: CSSModulesOptions, plugins: Plugin[]): Plugin {
  return {
    name: 'landing-page',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const built = await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins,
        css: { modules },
        resolve: { alias: { 'react-dom/server.browser': toMarkup } },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          write: false,
          lib: { entry: 'src/page/landing/draw.tsx', formats: ['iife'], name: 'landing' },
          rolldownOptions: { output: { codeSplitting: false } },
        },
      })
      const [script] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
      if (script?.type !== 'chunk') throw new Error('The landing page was not built.')
      writeFileSync(join(dir, 'landing.js'), script.code)
    },
  }
}

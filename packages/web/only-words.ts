import { readFileSync } from 'node:fs'
import { type Plugin, parseAst } from 'vite'

/**
 * Reduces each `en.ts` to the texts that the importing module uses: otherwise the texts of lazily loaded screens would load with the first
 * screen of their folder.
 */
export function onlyWords(): Plugin {
  return {
    name: 'only-words',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?(\?only=\w+)?$/, code: /\/en\.ts'/ },
      handler: (code) => ({
        code: code.replace(/^import \{([^}]*)\} from '(\S+\/en\.ts)'$/gm, (_whole, names: string, path: string) =>
          (names.match(/\w+/g) ?? []).map((name) => `import { ${name} } from '${path}?only=${name}'`).join(';'),
        ),
        map: null,
      }),
    },
    load: {
      filter: { id: /\/en\.ts\?only=\w+$/ },
      handler: (id) => only(...(id.split('?only=') as [string, string])),
    },
  }
}

/** A module of texts without those of other components. Single sentences stay, since texts may refer to them. */
function only(path: string, wanted: string): string {
  const code = readFileSync(path, 'utf8')
  const parts = parseAst(code).body.filter(
    (part) =>
      part.type !== 'ExportNamedDeclaration' ||
      part.declaration?.type !== 'VariableDeclaration' ||
      part.declaration.declarations.some(
        ({ id, init }) => (id.type === 'Identifier' && id.name === wanted) || init?.type === 'Literal',
      ),
  )
  return parts.map(({ start, end }) => code.slice(start, end)).join('\n')
}

import { join } from 'node:path'
import { type Plugin, parseAst } from 'vite'

/** A Vite plugin that removes server-only parts from the protocol: fields of call definitions, and sentences of refusals. */
export function withoutReference(): Plugin {
  const protocol = join(import.meta.dirname, 'src')
  const unneeded = ['name', 'does', 'takes', 'emptied', 'refuses', 'scope', 'operations']
  return {
    name: 'without-reference',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(protocol)) return undefined
      let kept = code
      const tree = parseAst(code)
      for (const [start, end] of [...propertiesIn(tree, unneeded), ...sentencesIn(tree)].toReversed())
        kept = kept.slice(0, start) + kept.slice(end)
      return { code: kept, map: null }
    },
  }
}

/** The ranges of properties with some names in the arguments of `defineCall`, each up to the next property. */
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

function sentencesIn({ body }: ReturnType<typeof parseAst>): [number, number][] {
  const table = body
    .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .find(({ id }) => id.type === 'Identifier' && id.name === 'ofServer')?.init
  if (table?.type !== 'ObjectExpression') return []
  return table.properties.flatMap((property): [number, number][] => {
    if (property.type !== 'Property' || property.value.type !== 'ArrayExpression') return []
    const [status, sentence] = property.value.elements
    return status && sentence ? [[status.end, sentence.end]] : []
  })
}

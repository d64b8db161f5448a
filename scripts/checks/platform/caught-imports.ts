// Checks that a failed `import()` of code is caught where it is loaded: Vite pulls the first `then` of an `import()` into its own loader,
// so the second function of that `then` misses the error of a missing style sheet, and an error replaces the whole page.

import { join, relative } from 'node:path'
import { isTest, parse, type SyntaxNode, sourceFiles, unwrapped, walk } from '../../source.ts'

/** Every `import(...).then(one, other)` of the web client, as `path:line` and what to write instead. */
export function halfCaughtImports(root: string): string[] {
  const files = sourceFiles(join(root, 'packages/web/src'), /\.tsx?$/).filter((file) => !isTest(file))
  return files.flatMap((file) => {
    const { program, source } = parse(file)
    const found: string[] = []
    walk(program, (node) => {
      if (isHalfCaught(node)) {
        const line = source.slice(0, node.start).split('\n').length
        found.push(`${relative(root, file)}:${line} catch a failed import() with .catch(), not with a second function of then()`)
      }
      return true
    })
    return found
  })
}

function isHalfCaught(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression' || (node.arguments as SyntaxNode[]).length < 2) return false
  const callee = unwrapped(node.callee)
  if (callee?.type !== 'MemberExpression' || (callee.property as SyntaxNode).name !== 'then') return false
  return unwrapped(callee.object)?.type === 'ImportExpression'
}

// Checks that no component of the web client deals with input methods itself: `browser/input-method.ts` keeps their keys from every
// `keydown` listener, and from no other one.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTest } from '../modules.ts'
import { sourceFiles } from '../source.ts'

const home = 'browser/input-method.ts'

/** Code that would receive input-method keys, or distinguish them a second time. */
const refused: readonly [RegExp, why: string][] = [
  [/\bisComposing\b|\.(keyCode|which|charCode)\b/, `${home} tells the keys of input methods apart`],
  [
    /\bonKey(Up|Press)(Capture)?\b|['"]key(up|press)['"]/,
    `listen to keydown, which ${home} keeps free of the keys of input methods`,
  ],
]

/** Returns the lines of the web client that read keys in any other way. */
export function keyReaders(root: string): string[] {
  const source = join(root, 'packages/web/src')
  const files = sourceFiles(source, /\.tsx?$/).filter((file) => relative(source, file) !== home && !isTest(file))
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        refused.filter(([pattern]) => pattern.test(line)).map(([, why]) => `${relative(root, file)}:${index + 1} ${why}`),
      ),
  )
}

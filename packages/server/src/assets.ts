// Finds the files that the program reads or runs by path. In the bundle they have the same paths as in the sources.

import { join } from 'node:path'

/** The path of a file among the sources, e.g. `reference/api.css`. */
export const assetPath = (name: string): string => join(import.meta.dirname, name)

/** The path of a module that is run by path, e.g. `push/feed/worker`. */
export const programPath = (name: string): string => join(import.meta.dirname, `${name}${extension}`)

/** `.ts`, and in the bundle `.mjs`. */
const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.mjs'

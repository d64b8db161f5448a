// Checks that nothing is counted by a single network address: a subscriber has a whole /64, so everything is counted by `network`.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTest } from '../modules.ts'
import { sourceFiles } from '../source.ts'

/** Calls that count, limit or lock by a key, with their arguments. Calls of `guesses` take the address and build the key themselves. */
const counting = /(?<!guesses)(?:\.(?:take|giveBack|spend|acquire|lock)|\bcountToday)\(([^\n]*)/g
const addresses = /\b(address|ip|remoteAddress)\b/

/** The expressions in some arguments, without the literal parts of templates. */
const expressions = (code: string) =>
  code.replace(/`([^`]*)`/g, (_, words: string) => [...words.matchAll(/\$\{([^}]*)\}/g)].map(([, one]) => one).join(' '))

/** Every place in the server that counts by an address without `addressKey`. Tests are exempt. */
export function countedAddresses(root: string): string[] {
  const source = join(root, 'packages/server/src')
  return sourceFiles(source, /\.ts$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(counting)]
        .filter(([, key = '']) => addresses.test(expressions(key)) && !key.includes('addressKey('))
        .map(({ index }) => {
          const line = text.slice(0, index).split('\n').length
          return `${relative(root, file)}:${line}: count by the network of the caller, not by its address`
        })
    })
}

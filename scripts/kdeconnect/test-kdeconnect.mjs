/**
 * `npm run test:kdeconnect`: the companion and the stand-in of a phone against KDE's kdeconnectd, each in a network namespace of its own.
 * Arguments are handed on to the runner.
 */
import { install, main } from '../prepare.mjs'
import { conclude } from '../runs/counts.mjs'
import { tryKdeconnect } from './namespaces.mjs'

await main(async () => {
  await install()
  return conclude(await tryKdeconnect(process.argv.slice(2)))
})

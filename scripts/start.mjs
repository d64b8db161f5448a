/** `npm start`: from a fresh clone to a running server. Arguments are handed on to the server. */
import { buildCompanion, buildWeb, install, main, runNode } from './prepare.mjs'

await main(async () => {
  await install()
  await buildWeb()
  await buildCompanion()
  return runNode(['packages/server/src/main.ts', ...process.argv.slice(2)])
})

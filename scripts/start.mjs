/** `npm start`: installs, builds and starts the server. Arguments are passed on to it. */
import { buildCompanion, buildWeb, install, main, runNode } from './prepare.mjs'

await main(async () => {
  await install()
  await buildWeb()
  await buildCompanion()
  return runNode(['packages/server/src/main.ts', ...process.argv.slice(2)])
})

/** `npm run test:hostile-load`, from a fresh clone. Arguments are words of the calls and addresses to try; none means all.
 * `--all` tries much more, and takes about half an hour. */
import { buildServer, buildWeb, install, main, runNode } from '../prepare.mjs'

await main(async () => {
  await install()
  await buildWeb()
  await buildServer()
  return runNode(['scripts/hostile-load/hostile-load.ts', ...process.argv.slice(2)])
})

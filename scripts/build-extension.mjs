/**
 * `npm run build:extension`: installs what is needed, builds the browser extension, and prints sizes and checksums. `npm run build` does it,
 * too. `--store` and `--for ADDRESS` build it for stores and to be signed, see docs/extension.md.
 */
import { buildExtension, install, main, runNode } from './prepare.mjs'

await main(async () => {
  await install()
  const options = process.argv.slice(2)
  if (options.length > 0) return runNode(['scripts/extension/sign.mjs', ...options])
  await buildExtension({ always: true })
  return 0
})

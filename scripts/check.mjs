/** `npm run check`, from a fresh clone on any Node.js that `npm start` runs on. */
import { install, main, runNode } from './prepare.mjs'

await main(async () => {
  await install()
  return runNode(['scripts/check.ts'])
})

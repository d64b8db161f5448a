/** `npm run test:image`: builds the container image and runs it, alone and as a cluster. Arguments are handed on to the runner. */
import { ensurePodman } from './ensure-podman.mjs'
import { install, main, runNode } from './prepare.mjs'

await main(async () => {
  await install()
  if (!(await ensurePodman())) return 0
  return runNode(['scripts/image/test-image.ts', ...process.argv.slice(2)])
})

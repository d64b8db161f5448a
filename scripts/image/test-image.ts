import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '../prepare.mjs'
import { conclude } from '../runs/counts.mjs'
import { runVitest } from '../runs/vitest.mjs'
import { buildImages } from './images.ts'
import { removePodman, usePodmanIn } from './podman.ts'

// `npm run test:image`: builds the container image on base images of packages, without a registry of images, and runs the tests of it
// (`*.image.test.ts`). Everything is in a temporary folder. The last line counts.

const folder = mkdtempSync(join(tmpdir(), 'waypost-image-'))

let stopped = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The run ends with the program that it waits for, which gets the signal too: the test runner, or one that builds images.
    stopped = true
  })
}

await main(async () => {
  usePodmanIn(folder)
  try {
    const hindrance = await buildImages(folder)
    if (stopped) return 1
    if (hindrance === undefined) return conclude([await runVitest(process.argv.slice(2), { config: 'vitest.image.config.ts' })])
    console.log(`The tests of the container image are skipped: ${hindrance}`)
    return 0
  } finally {
    removePodman(folder)
  }
})

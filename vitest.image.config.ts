import { defineConfig } from 'vitest/config'
import { patience } from './scripts/tests/patience.ts'

// What `npm run test:image` runs: the tests of the container image, which it has built.

export default defineConfig({
  test: {
    include: ['scripts/**/*.image.test.ts'],
    environment: 'node',
    setupFiles: ['scripts/tests/patient-waits.ts'],
    pool: 'forks',
    // Containers take what there is of the machine: one file after another.
    maxWorkers: 1,
    testTimeout: patience.test,
    hookTimeout: patience.test,
  },
})

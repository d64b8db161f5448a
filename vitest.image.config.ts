import { defineConfig } from 'vitest/config'

// What `npm run test:image` runs: the tests of the container image, which it has built.

export default defineConfig({
  test: {
    include: ['scripts/**/*.image.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Containers take what there is of the machine: one file after another.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

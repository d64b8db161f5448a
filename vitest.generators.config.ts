import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// What `npm run test:generators` runs: clients that generators make of the API document, compiled by the compilers of their languages.

export default defineConfig({
  test: {
    ...base.test,
    include: ['packages/server/src/**/*.generators.test.ts'],
    exclude: [],
    // A compiler may have to fetch and build all that a client needs.
    testTimeout: 1_800_000,
  },
})

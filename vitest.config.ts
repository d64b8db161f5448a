import { configDefaults, defineConfig } from 'vitest/config'
import { patience } from './scripts/tests/patience.ts'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    // They need what `npm run test:engines`, `npm run test:image` and `npm run test:kdeconnect` start, or take minutes, as those of
    // `npm run test:generators`.
    exclude: [
      ...configDefaults.exclude,
      ...['engine', 'image', 'kdeconnectd', 'generators'].map((kind) => `**/*.${kind}.test.ts`),
    ],
    environment: 'node',
    globalSetup: ['scripts/bundle-for-tests.ts'],
    setupFiles: ['scripts/tests/no-stray-errors.ts', 'scripts/tests/patient-waits.ts'],
    // Processes rather than threads: the embedded store and the password hash are native code. One more than the processors of the smallest
    // machine that these tests should be quick on, as a test that waits for something leaves room.
    pool: 'forks',
    // Each process runs many files, one after another: to start one and load the sources for each file took two fifths of the time. So a test
    // leaves nothing behind in modules, the environment or the process.
    isolate: false,
    maxWorkers: 3,
    testTimeout: patience.test,
    hookTimeout: patience.test,
    expect: { poll: { timeout: patience.wait } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})

import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// What `npm run test:kdeconnect` runs, in a network namespace: the companion and the stand-in of a phone against KDE's program.

export default defineConfig({
  test: {
    ...base.test,
    include: ['packages/agent/src/**/*.kdeconnectd.test.ts'],
    exclude: [],
    globalSetup: [],
    // They share the two namespaces: one file after another.
    disableConsoleIntercept: true,
    maxWorkers: 1,
    fileParallelism: false,
  },
})

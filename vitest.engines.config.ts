import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// What `npm run test:engines` runs: the suites of the large engines (`*.engine.test.ts`), and every test of the server that speaks to a
// test server, which finds from its environment that it is to be two nodes over them.

const source = 'packages/server/src'
// All kinds but those of other runs, such as `*.generators.test.ts`.
const isOfThisRun = (file: string) => /^[^.]+(\.engine)?\.test\.ts$/.test(basename(file))
const files = readdirSync(join(import.meta.dirname, source), { recursive: true, encoding: 'utf8' })
const speaksToServer = (file: string) =>
  /\b(startTestServer|openStage)\b/.test(readFileSync(join(import.meta.dirname, source, file), 'utf8'))

export default defineConfig({
  test: {
    ...base.test,
    include: files
      .filter((file) => isOfThisRun(file) && (file.endsWith('.engine.test.ts') || speaksToServer(file)))
      .map((file) => `${source}/${file}`),
    exclude: [],
  },
})

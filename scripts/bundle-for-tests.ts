// Builds the companion and the server before all tests.
// The tests of the command line run the bundled companion, which starts twice as fast as its sources. All others run the sources, except
// those of the bundle that `npm start` runs.

import { buildCompanion, buildServer } from './prepare.mjs'

export default async function build(): Promise<void> {
  await buildCompanion()
  await buildServer()
}

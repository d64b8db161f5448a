// Builds the companion before all tests.
// The tests of the command line run the bundled companion, which starts twice as fast as its sources.

import { buildCompanion } from './prepare.mjs'

export default buildCompanion

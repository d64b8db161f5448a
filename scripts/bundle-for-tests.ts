import { buildCompanion } from './prepare.mjs'

// Before any test: those of the command line run the companion as servers hand it out, which starts in half the time of its sources.

export default buildCompanion

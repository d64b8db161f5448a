// Where the bundle begins that servers hand out. What an older Node.js lacks must be there before anything else is loaded.
import './check-node-version.ts'
import './polyfills.ts'
import './cli.ts'

// Entry point of the bundle that servers hand out. The version check and the polyfills must run before anything else is loaded.
import './check-node-version.ts'
import './polyfills.ts'
import './cli.ts'

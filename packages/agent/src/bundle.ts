// Where the bundle begins that servers hand out. What an older Node.js lacks must be there before anything else is loaded.
import './least-node.ts'
import './older-node.ts'
import './cli.ts'

#!/usr/bin/env node
// Plain JavaScript: an older Node.js cannot parse cli.ts and would end in a stack trace.

const needed = 24

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(`waypost needs Node.js ${needed} or newer, and this is ${process.version}.\n`)
  process.exitCode = 1
} else {
  await import('./cli.ts')
}

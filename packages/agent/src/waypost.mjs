#!/usr/bin/env node
// Starts the command line if this Node.js is new enough. It is plain JavaScript, because an older Node.js cannot parse cli.ts and would
// only print a stack trace.

const needed = 24

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(`waypost needs Node.js ${needed} or newer, and this is ${process.version}.\n`)
  process.exitCode = 1
} else {
  await import('./cli.ts')
}

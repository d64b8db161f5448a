#!/usr/bin/env node
// Plain JavaScript, as an older Node.js cannot even read cli.ts, and would say so in a stack trace.

const needed = 24

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(`waypost needs Node.js ${needed} or newer, and this is ${process.version}.\n`)
  process.exitCode = 1
} else {
  await import('./cli.ts')
}

// First of all in the bundle: what follows would end in a stack trace.

// The same stands in package.json of what servers hand out, see scripts/bundle.mjs.
const [major, minor] = [20, 9]

const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(`waypost needs Node.js ${major}.${minor} or newer, and this is ${process.version}.\n`)
  process.exit(1)
}

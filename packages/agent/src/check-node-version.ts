// Runs first in the bundle: on an older Node.js, the code that follows would end in a stack trace.

// The package.json of the bundle says the same, see scripts/bundle.mjs.
const [major, minor] = [20, 9]

const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(`waypost needs Node.js ${major}.${minor} or newer, and this is ${process.version}.\n`)
  process.exit(1)
}

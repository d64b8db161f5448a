/**
 * Builds the companion for download: `waypost.mjs`, a single file for Node.js 20, `waypost.tgz`, the same as an npm package, and
 * `version.json`, its version. The build is reproducible.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './prepare.mjs'

const agent = join(root, 'packages/agent')
const program = 'waypost.mjs'

const manifest = JSON.parse(readFileSync(join(agent, 'package.json'), 'utf8'))
const outside = Object.keys(manifest.optionalDependencies ?? {})

const code = await bundle()
const files = {
  'package.json': `${JSON.stringify(packageJson(), undefined, 2)}\n`,
  'README.md': readFileSync(join(agent, 'README.md')),
  LICENSE: readFileSync(join(root, 'LICENSE')),
  [program]: code,
}
const folder = join(agent, 'dist')
mkdirSync(folder, { recursive: true })
write(program, code, 0o755)
write('version.json', JSON.stringify({ version: manifest.version }), 0o644)
write('waypost.tgz', gzipSync(tar(files), { level: 9 }), 0o644)

/**
 * Writes a file atomically, because a server may be reading it.
 * @param {string} name
 * @param {string | Buffer} content
 * @param {number} mode
 */
function write(name, content, mode) {
  const half = join(folder, `.${process.pid}.part`)
  writeFileSync(half, content, { mode })
  renameSync(half, join(folder, name))
}

/** @returns {Promise<string>} */
async function bundle() {
  const result = await build({
    configFile: false,
    root: agent,
    logLevel: 'warn',
    ssr: { noExternal: true, external: outside },
    build: {
      ssr: 'src/bundle.ts',
      target: 'node20',
      minify: false,
      write: false,
      rolldownOptions: {
        // Native code, optional in the dependencies too.
        external: [...outside, 'bufferutil', 'utf-8-validate'],
        output: { format: 'es', codeSplitting: false, banner: '#!/usr/bin/env node' },
      },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`The bundle has ${outputs.length} files instead of one.`)
  return chunk.code
}

/** The package.json for npm. Installing neither builds nor downloads anything. */
function packageJson() {
  const { name, version, license, optionalDependencies } = manifest
  return {
    name,
    version,
    description: 'The command line and the companion of Waypost',
    license,
    type: 'module',
    bin: { waypost: program },
    engines: { node: '>=20.9' },
    optionalDependencies,
  }
}

/**
 * Creates an archive in the format of POSIX 1003.1-1988 (ustar), which npm reads: a header of 512 bytes per file, then its content, padded
 * to 512; at the end 1024 zeros. All files have the time that npm uses in packages.
 * @param {Record<string, string | Buffer>} files
 * @returns {Buffer}
 */
function tar(files) {
  const time = Date.UTC(1985, 9, 26, 8, 15) / 1_000
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content)
    const header = Buffer.alloc(512)
    const text = (/** @type {string} */ value, /** @type {number} */ offset) => header.write(value, offset, 'latin1')
    /** @type {(value: number, offset: number, length: number) => void} */
    const octal = (value, offset, length) => void text(`${value.toString(8).padStart(length - 1, '0')}\0`, offset)
    text(`package/${name}`, 0)
    octal(name === program ? 0o755 : 0o644, 100, 8)
    octal(0, 108, 8)
    octal(0, 116, 8)
    octal(bytes.length, 124, 12)
    octal(time, 136, 12)
    text('0', 156)
    text('ustar\0' + '00', 257)
    // The checksum counts its own field as spaces.
    text(' '.repeat(8), 148)
    const sum = header.reduce((total, byte) => total + byte, 0)
    text(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1_024)])
}

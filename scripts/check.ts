import { spawn } from 'node:child_process'
import { root } from './prepare.mjs'

// All static checks, in parallel; `npm run check` installs changed packages first.

// Several compilers run at once: with their own threads they would only check the same types again.
const tsc = ['node_modules/typescript/lib/tsc.js', '--singleThreaded', '--pretty', '-p']

const checks: Record<string, string[]> = {
  'types: server, agent, scripts': [...tsc, '.'],
  'types: protocol': [...tsc, 'packages/protocol'],
  'types: client': [...tsc, 'packages/client'],
  'types: web': [...tsc, 'packages/web'],
  'types: service worker': [...tsc, 'packages/web/src/worker'],
  'types: web tests': [...tsc, 'packages/web/tsconfig.node.json'],
  'types: extension': [...tsc, 'packages/extension'],
  'types: extension tests': [...tsc, 'packages/extension/tsconfig.node.json'],
  'types: e2e': [...tsc, 'e2e'],
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off', '--error-on-warnings'],
  'rules of the house': ['scripts/checks/rules.ts'],
  'first load': ['scripts/checks/first-load.ts'],
  'size of the extension': ['scripts/extension/check-size.ts'],
  // Otherwise two branches that both add the next number would only clash when a server starts.
  'numbers of migrations': [
    '--input-type=module',
    '--eval',
    "import { migrations } from './packages/server/src/db/migrations/migrations.ts'; migrations()",
  ],
  requirements: ['scripts/checks/requirements.ts', '--check'],
}

/** Its output is printed only if it fails. */
async function run(name: string, args: string[]): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (data) => output.push(data))
  child.stderr.on('data', (data) => output.push(data))
  const code = await new Promise((done) => child.on('close', done))
  const time = `${Math.round(performance.now() - started)} ms`
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(32)} ${time.padStart(8)}`)
  if (code !== 0) console.log(Buffer.concat(output).toString().trimEnd().replace(/^/gm, '  '))
  return code === 0
}

const results = await Promise.all(Object.entries(checks).map(([name, args]) => run(name, args)))
process.exitCode = results.every(Boolean) ? 0 : 1

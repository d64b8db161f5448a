// Builds all images of the tests from packages of this machine's system: the base image, the builder, and the engines of a cluster.

import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { foldersOfPackage } from '../installed-packages.mjs'
import { nodeBinary, Problem, quiet, root, step } from '../prepare.mjs'
import { output, podman, tryRuntimes } from './podman.ts'

export const images = { waypost: 'localhost/waypost-tested', engines: 'localhost/waypost-engines' }
const base = 'localhost/waypost-base'
const builder = 'localhost/waypost-builder'

/** Everything that the image needs from its base. */
const basePackages = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']
/** Packages of the builder and the engines: one image builds faster than two. */
const builderPackages = ['ca-certificates', 'caddy', 'nats-server', 'postgresql', 'wget']

/** Builds everything; returns a sentence that says why this machine can't. */
export async function buildImages(folder: string): Promise<string | undefined> {
  await step('Making the base images of packages...', async () => {
    const made = await Promise.allSettled([
      makeBase(folder, base, 'extract', basePackages),
      makeBase(folder, builder, 'minbase', builderPackages, bootstrapNode()),
    ])
    for (const result of made) if (result.status === 'rejected') throw result.reason
  })
  const failed = await tryRuntimes(folder, builder)
  if (failed !== undefined) return `no container runs on this machine:\n${failed}`
  await step('Building the image...', () => buildWaypost(folder))
  await step('Building the engines of the cluster...', () => buildEngines(folder))
  return undefined
}

/** Uses this machine's package sources. */
async function makeBase(folder: string, image: string, variant: string, packages: string[], hooks: string[] = []) {
  const [, release = 'stable'] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const archive = join(folder, `${variant}.tar`)
  const options = [`--variant=${variant}`, `--include=${packages.join(',')}`, '--dpkgopt=force-unsafe-io', ...hooks]
  await quiet('mmdebstrap', ['--quiet', ...options, release, archive, ...packageSources()])
  await podman('import', '--quiet', archive, image)
}

function packageSources(): string[] {
  const [file, more] = ['/etc/apt/sources.list', '/etc/apt/sources.list.d']
  const others = existsSync(more) ? readdirSync(more).filter((name) => /\.(list|sources)$/.test(name)) : []
  const found = [...(existsSync(file) ? [file] : []), ...others.sort().map((name) => join(more, name))]
  // Other sources may lack the system's release.
  return found.filter((path) => /\b(debian|ubuntu)\b/i.test(readFileSync(path, 'utf8')))
}

/** Puts Node.js and npm into the builder, like its usual image: the packaged versions may be too old. */
function bootstrapNode(): string[] {
  const path = (process.env.PATH ?? '').split(':').filter((each) => !each.startsWith(join(root, 'node_modules')))
  const program = path.map((each) => join(each, 'npm')).find(existsSync)
  if (!program) throw new Problem('npm is not on the PATH.')
  const npm = dirname(dirname(realpathSync(program)))
  const commands = [
    'mkdir -p "$1/usr/local/lib/node_modules"',
    `cp "${realpathSync(nodeBinary)}" "$1/usr/local/bin/node"`,
    `cp -RL "${npm}" "$1/usr/local/lib/node_modules/npm"`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
  ]
  return [`--customize-hook=${commands.join(' && ')}`]
}

async function buildWaypost(folder: string): Promise<void> {
  const settings = await npmSettings()
  const npmrc = join(folder, 'npmrc')
  writeFileSync(npmrc, settings.npmrc, { mode: 0o600 })
  // The context is the repository, as in any other build.
  const build = [
    'build',
    // The image format that keeps the health check.
    '--format=docker',
    // Nothing is built twice, so layers aren't cached.
    '--layers=false',
    `--file=${join(root, 'deploy/Dockerfile')}`,
    `--build-arg=BASE=${base}`,
    `--build-arg=BUILDER=${builder}`,
    `--secret=id=npmrc,src=${npmrc}`,
    ...settings.options,
    `--tag=${images.waypost}`,
    root,
  ]
  await quiet('podman', build)
}

/** npm's registry settings on this machine, and its cache, so that cached packages aren't downloaded again. */
async function npmSettings(): Promise<{ npmrc: string; options: string[] }> {
  const values = JSON.parse(await output('npm', 'config', 'list', '--json', '--long'))
  const names = ['registry', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl']
  const lines = names.flatMap((name) => (values[name] ? [`${name}=${values[name]}`] : []))
  const ca = [values.cafile, process.env.NODE_EXTRA_CA_CERTS].find((path) => typeof path === 'string' && existsSync(path))
  const cache = typeof values.cache === 'string' && existsSync(values.cache) ? values.cache : undefined
  return {
    npmrc: `${lines.join('\n')}\n`,
    options: [
      ...(ca ? [`--secret=id=ca,src=${ca}`] : []),
      // Writes go to a layer that is discarded.
      ...(cache ? [`--volume=${cache}:/root/.npm:O`] : []),
    ],
  }
}

/**
 * One image that behaves like those of PostgreSQL, NATS, Caddy and the S3 store, as far as the compose file uses them. The store is s3rver,
 * which runs wherever Node.js does; the program that the compose file calls is a script that starts it.
 */
async function buildEngines(folder: string): Promise<void> {
  const context = join(folder, 'engines')
  for (const path of foldersOfPackage('s3rver'))
    cpSync(path, join(context, relative(root, path)), { recursive: true, filter: (file) => basename(file) !== 'node_modules' })
  const files: Record<string, string> = {
    entrypoint: `#!/bin/sh
set -e
[ $# = 0 ] || exec "$@"
cd /tmp
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D "$PGDATA" -U "$POSTGRES_USER" -A scram-sha-256 -E UTF8 --locale=C --pwfile=/tmp/password >&2
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o '-c listen_addresses=' start >&2
  [ "$POSTGRES_DB" = "$POSTGRES_USER" ] && PGPASSWORD=$POSTGRES_PASSWORD createdb -h /var/run/postgresql -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -D "$PGDATA" -w stop >&2
fi
exec postgres -D "$PGDATA" -c listen_addresses='*'
`,
    versitygw: `#!/bin/sh
exec node --no-deprecation /opt/node_modules/s3rver/bin/s3rver.js -d /data -a 0.0.0.0 -p 7070 --silent --no-vhost-buckets \\
  --configure-bucket waypost --configure-bucket health
`,
    Dockerfile: `FROM ${builder}
COPY node_modules /opt/node_modules
COPY entrypoint versitygw /usr/local/bin/
RUN usermod --non-unique --uid 999 postgres && groupmod --non-unique --gid 999 postgres \\
  && mkdir -p /var/lib/postgresql/data && chown 999:999 /var/lib/postgresql/data
ENV PGDATA=/var/lib/postgresql/data XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/entrypoint"]
`,
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(context, name), text)
    chmodSync(join(context, name), 0o755)
  }
  await quiet('podman', ['build', `--tag=${images.engines}`, context])
}

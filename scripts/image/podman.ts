// Runs podman with its own storage, networks and state in a temporary folder, so the machine's own containers are not touched.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const maxBuffer = 64 * 2 ** 20

/**
 * Ways to start containers, best first: what a machine allows depends on its control groups, and on whether it is itself a container. The
 * limits are below those of any machine, because not every root may raise them.
 */
const runtimes = ['runc', 'crun'].flatMap((runtime) =>
  ['enabled', 'disabled'].map(
    (cgroups) => `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
cgroups = "${cgroups}"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
runtime = "${runtime}"
`,
  ),
)

/** Runs a program and returns its output. @throws an error with everything that it printed */
export async function output(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(program, args, { maxBuffer })
  return stdout.trim()
}

/** Runs podman and returns its standard output. */
export const podman = (...args: string[]) => output('podman', ...args)

/** Everything that a container has printed to stdout and stderr. */
export async function logsOf(container: string): Promise<string> {
  const { stdout, stderr } = await run('podman', ['logs', container], { maxBuffer })
  return stdout + stderr
}

/** Makes all podman commands of this process and its children use an empty storage in `folder`. */
export function usePodmanIn(folder: string): void {
  const at = (name: string) => join(folder, name)
  for (const name of ['networks', 'temporary']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('storage.conf'), `[storage]\ndriver = "overlay"\ngraphroot = "${at('root')}"\nrunroot = "${at('run')}"\n`)
  Object.assign(process.env, {
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
    CONTAINERS_CONF: at('containers.conf'),
    TMPDIR: at('temporary'),
    // The tests run the health checks: timers would need systemd.
    DISABLE_HC_SYSTEMD: 'true',
    // Where podman finds iptables.
    PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
  })
  chooseRuntime(folder, 0)
}

function chooseRuntime(folder: string, index: number): void {
  const rest = `tmp_dir = "${join(folder, 'libpod')}"\n[network]\nnetwork_config_dir = "${join(folder, 'networks')}"\n`
  writeFileSync(join(folder, 'containers.conf'), runtimes[index] + rest)
}

/** Finds the way to start containers that works on this machine. @returns the output of each one, if none does */
export async function tryRuntimes(folder: string, image: string): Promise<string | undefined> {
  const said: string[] = []
  for (const index of runtimes.keys()) {
    chooseRuntime(folder, index)
    try {
      // With a network, because all tests need one.
      const container = await podman('run', '--detach', '--network=bridge', image, 'sleep', '60')
      await podman('rm', '--force', '--time=0', container)
      return undefined
    } catch (error) {
      said.push((error as { stderr?: string }).stderr ?? String(error))
    }
  }
  return said.join('')
}

/** Removes all containers and the folder. */
export function removePodman(folder: string): void {
  for (const args of [
    ['pod', 'rm', '--all', '--force', '--time=0'],
    ['rm', '--all', '--force', '--time=0'],
    ['network', 'prune', '--force'],
  ]) {
    try {
      execFileSync('podman', args, { stdio: 'ignore' })
    } catch {
      // The folder is removed in any case.
    }
  }
  // Storage may still be mounted in it; unmount the innermost first.
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const inside = mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${folder}/`))
  for (const path of inside.reverse()) {
    try {
      execFileSync('umount', ['--lazy', path], { stdio: 'ignore' })
    } catch {
      // Already unmounted together with the mount around it.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

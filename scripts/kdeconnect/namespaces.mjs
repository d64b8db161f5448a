/**
 * Runs the trial against kdeconnectd in two connected network namespaces, which end with it. They can't reach any other network. Plain
 * JavaScript, because `npm run test:browsers` uses it.
 */
import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { Problem } from '../prepare.mjs'
import { runVitest } from '../runs/vitest.mjs'
import { ensureKdeconnect } from './ensure-kdeconnect.mjs'

/**
 * @param {string[]} [args] for the runner
 * @returns {Promise<import('../runs/counts.mjs').Counts[]>} none if it is skipped, with a message
 */
export async function tryKdeconnect(args = []) {
  if (!(await ensureKdeconnect())) return []
  // The PATH may lack root's programs.
  process.env.PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)
  const computer = `waypost-computer-${process.pid}`
  const phone = `waypost-phone-${process.pid}`
  const remove = () => {
    for (const name of [computer, phone]) quietly(['netns', 'del', name])
  }
  process.once('exit', remove)
  try {
    make([computer, '10.77.0.2'], [phone, '10.77.0.1'])
  } catch (error) {
    remove()
    if (!(error instanceof Problem)) throw error
    console.log(`The trial against kdeconnectd is skipped: this machine makes no network namespaces (${error.message}).`)
    return []
  }
  const within = ['ip', 'netns', 'exec', computer]
  const env = { WAYPOST_KDECONNECTD_NAMESPACE: phone }
  return [await runVitest(args, { config: 'vitest.kdeconnectd.config.ts', within, env })]
}

/** @param {[string, string][]} namespaces names with their addresses */
function make(...namespaces) {
  for (const [name] of namespaces) ip(['netns', 'add', name])
  const [[one] = [''], [other] = ['']] = namespaces
  ip(['link', 'add', 'cable', 'netns', one, 'type', 'veth', 'peer', 'name', 'cable', 'netns', other])
  for (const [name, address] of namespaces) {
    ip(['-n', name, 'link', 'set', 'lo', 'up'])
    ip(['-n', name, 'address', 'add', `${address}/24`, 'broadcast', '+', 'dev', 'cable'])
    ip(['-n', name, 'link', 'set', 'cable', 'up'])
    ip(['-n', name, 'route', 'add', 'default', 'dev', 'cable'])
  }
}

/** @param {string[]} args */
function ip(args) {
  try {
    execFileSync('ip', args, { stdio: 'pipe' })
  } catch (error) {
    throw new Problem(String(/** @type {{ stderr?: Buffer }} */ (error).stderr ?? error).trim())
  }
}

/** @param {string[]} args */
function quietly(args) {
  try {
    ip(args)
  } catch {
    // It doesn't exist.
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Agent, request } from 'undici'
import { freePort } from '../test-ports.ts'
import { selfSigned } from './test-certificate.ts'

// Runs Pebble, Let's Encrypt's ACME server for tests, with a DNS server for it.

/** Whether the programs are installed. Without them, tests that need them are skipped. */
export const hasPebble = ['pebble', 'pebble-challtestsrv'].every((program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, program))),
)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Pebble {
  /** The settings that make a server use it. Names resolve to 127.0.0.1 unless `resolve` changes that. */
  settings: Record<string, string>
  root: string
  /** Makes a name resolve to an address; to none if undefined. */
  resolve(name: string, address: string | undefined): Promise<void>
  /** Stops the programs. The settings' files stay until `close`. */
  stop(): void
  close(): void
}

interface PebbleOptions {
  /** The lifetime of certificates in seconds. */
  seconds?: number
}

/** Starts it on free ports. It verifies challenges at `settings.WAYPOST_HTTP_PORT`. */
export async function startPebble({ seconds = 86_400 }: PebbleOptions = {}): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-pebble-'))
  const running: ChildProcess[] = []
  const [acme, management, dns, records, http, https] = await Promise.all(Array.from({ length: 6 }, () => freePort()))
  const own = selfSigned(['127.0.0.1'])
  const at = (name: string) => join(folder, name)
  writeFileSync(at('key.pem'), own.key)
  writeFileSync(at('certificate.pem'), own.certificate)
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: at('certificate.pem'),
    privateKey: at('key.pem'),
    httpPort: http,
    tlsPort: https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
    certificateValidityPeriod: seconds,
  }
  writeFileSync(at('config.json'), JSON.stringify({ pebble }))
  // Every order is verified, without delays.
  const run = (program: string, words: string[]) => {
    const child = spawn(program, words, {
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
      stdio: 'ignore',
    })
    running.push(child)
  }
  const only = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv4', '127.0.0.1', '-defaultIPv6', '']
  run('pebble-challtestsrv', ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${records}`, ...only])
  run('pebble', ['-config', at('config.json'), '-dnsserver', `127.0.0.1:${dns}`])
  const agent = new Agent({ connect: { ca: own.certificate } })
  const ask = async (url: string, body?: object): Promise<string> => {
    for (;;) {
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method: body ? 'POST' : 'GET',
          body: body ? JSON.stringify(body) : null,
        })
        return await answer.body.text()
      } catch (error) {
        // It has not started yet.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const stop = () => void running.splice(0).map((child) => child.kill('SIGKILL'))
  const record = (kind: string, body: object) => ask(`http://127.0.0.1:${records}/${kind}`, body)
  await record('clear-a', { host: 'started.example.org' })
  return {
    settings: {
      WAYPOST_HOST: '127.0.0.1',
      WAYPOST_HTTP_PORT: String(http),
      WAYPOST_HTTPS_PORT: String(https),
      WAYPOST_ACME_DIRECTORY: `https://127.0.0.1:${acme}/dir`,
      WAYPOST_ACME_CA: at('certificate.pem'),
    },
    root: await ask(`https://127.0.0.1:${management}/roots/0`),
    async resolve(name, address) {
      await record('clear-servfail', { host: name })
      await record('clear-a', { host: name })
      if (address === undefined) await record('set-servfail', { host: name })
      else await record('add-a', { host: name, addresses: [address] })
    },
    stop,
    close() {
      stop()
      void agent.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

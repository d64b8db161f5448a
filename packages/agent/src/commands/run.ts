// Runs the companion until it is stopped, or installs it as a service: `waypost run`.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from '@waypost/client'
import { type Device, keyFingerprint, Refusal } from '@waypost/protocol'
import { type Command, Option } from 'commander'
import { openAgent } from '../agent.ts'
import { devicesOf, registerDevice } from '../device.ts'
import { canMirror } from '../features/notification-mirroring.ts'
import { phonesFolder } from '../features/phones/phones.ts'
import { takeLock } from '../machine/lock.ts'
import { onWake } from '../machine/wake.ts'
import { openPhone } from '../phone/open.ts'
import type { Phone } from '../phone/phone.ts'
import { installService, uninstallService } from '../service/service.ts'
import type { CompanionSettings } from '../settings/companion-settings.ts'
import { companionSettings, keepSignIn, onSettingsChange, type SignIn, settingsFolder, signInAt } from '../settings/settings.ts'
import { retryWhileUnreachable, startSessionWithRetry, withSignedInSession } from '../sign-in/session.ts'
import { json as jsonOf, plain, print } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { addCommand, type Options } from './command.ts'
import { type OfServer, onlyPhones, readFromServer } from './phones/of-server.ts'

interface RunOptions extends Options {
  install?: boolean
  uninstall?: boolean
  only?: 'phones'
}

/** Reports events, as text for people or as JSON for programs. */
interface Reporter {
  log(line: string, isNews?: boolean): void
  onEvent(name: string, fields: object): void
}

/** Adds `waypost run`. */
export function addRun(program: Command): void {
  addCommand(program, 'run', 'Runs the companion on this machine: notifications, files, copy and paste, until Ctrl+C.', [
    'waypost run',
    'waypost run --json | jq --unbuffered .event',
    'waypost run --install',
  ])
    .option('--install', 'start it now, and whenever you sign in to this machine')
    .option('--uninstall', 'no longer start it automatically')
    // For servers that run it; the sign-in arrives over standard input.
    .addOption(new Option('--only <feature>', 'run this alone').choices(['phones']).hideHelp())
    .addHelpText('after', '\nTo choose what it does: waypost settings')
    .action(run)
}

async function run({ server, json, install, uninstall, only }: RunOptions): Promise<void> {
  const reporter = json ? jsonReporter : textReporter
  const ended = new AbortController()
  if (only === 'phones') {
    const ofServer = await readFromServer(() => endSoon(ended))
    return runAlone(ofServer.signIn, { reporter, ended, ofServer })
  }
  if (uninstall) return uninstallService(reporter.log)
  const signIn = signInAt(server)
  if (install) return installService({ server, log: reporter.log })
  return runAlone(signIn, { reporter, ended })
}

/** Ends the run, by force if something hangs: a server that was killed can't do that. */
function endSoon(ended: AbortController): void {
  ended.abort()
  setTimeout(() => process.exit(1), endWithin).unref()
}

interface Run {
  reporter: Reporter
  ended: AbortController
  /** The data from the server that runs this. */
  ofServer?: OfServer
}

/** Runs for an account, unless another process on this machine already does. @throws UserError */
async function runAlone(signIn: SignIn, options: Run): Promise<void> {
  const lock = takeLock(join(settingsFolder(), `run-${signIn.account.iden.replace(/\W/g, '_')}.lock`))
  if ('heldBy' in lock) {
    throw new UserError(`The companion is already running on this machine, as process ${lock.heldBy}.`)
  }
  try {
    await runUntilEnd(signIn.server, options)
  } finally {
    lock.release()
  }
}

async function runUntilEnd(server: string, { reporter, ended, ofServer }: Run): Promise<void> {
  // A second signal ends the process at once, as users expect.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())
  let since: number | undefined
  while (!ended.signal.aborted) {
    const changed = new AbortController()
    const stop = onSettingsChange(() => changed.abort())
    try {
      const settings = ofServer ? onlyPhones(companionSettings()) : companionSettings()
      const until = AbortSignal.any([ended.signal, changed.signal])
      since = await withSignedInSession(server, ({ session, signIn }) =>
        runSession({ session, signIn, settings, reporter, since, until, ofServer }),
      )
    } finally {
      stop()
    }
    if (changed.signal.aborted && !ended.signal.aborted) reporter.log('The settings have changed.')
  }
}

interface CompanionSession {
  session: Session
  signIn: SignIn
  settings: CompanionSettings
  reporter: Reporter
  /** Pushes up to this stamp, in seconds, were reported by an earlier session of this run. */
  since: number | undefined
  until: AbortSignal
  ofServer: OfServer | undefined
}

/** How long to wait for a feature that is just starting before everything is stopped, in milliseconds. */
const connectTimeout = 5_000
/** How long ending may take once the server has ended, in milliseconds. */
const endWithin = 2_000

type Stop = () => void | Promise<void>

/** Ends at the next change of settings. @returns the stamp up to which pushes were reported */
async function runSession({
  session,
  signIn,
  settings,
  reporter,
  since,
  until,
  ofServer,
}: CompanionSession): Promise<number | undefined> {
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  if (until.aborted) return since
  until.addEventListener('abort', () => resolve())
  session.onSignedOut(() => reject(new Refusal('invalid_access_token')))
  const stops: Stop[] = []
  try {
    const following = follow()
    await Promise.race([following, end])
    await end
    // A feature that is just starting must be running before it can be stopped.
    await Promise.race([following, wait(connectTimeout, undefined, { ref: false })])
    return session.mirror.$baseline.get() || since
  } finally {
    for (const stop of stops.splice(0).reverse()) await stop()
  }

  async function follow(): Promise<void> {
    await startSessionWithRetry(session, signIn.server, until, reporter.log)
    if (until.aborted) return
    // Pushes from now on are news, even while the features are still starting.
    const from = since ?? session.mirror.$baseline.get()
    const phone = phoneOf(settings, reporter.log)
    if (phone) stops.push(() => phone.close())
    let device: Device | undefined
    const register = async () => {
      device = await registerThisDevice(session, signIn, settings, { phone, name: ofServer?.name })
    }
    await retryWhileUnreachable(register, signIn.server, until, reporter.log)
    if (until.aborted || !device) return
    // The session was opened as another device, or as none.
    if (device.iden !== signIn.device) {
      keepSignIn({ ...signIn, device: device.iden })
      return resolve()
    }
    stops.push(onWake(() => session.wake()))
    watchConnection(session, signIn, device, reporter, stops)
    const { iden } = device
    session.mirror.of('devices').listen(({ entries }) => {
      if (!entries.has(iden)) reject(removed())
    })
    const phones = {
      folder: phonesFolder(settingsFolder(), signIn.account.iden),
      keyFingerprint: device.key_fingerprint,
      host: process.env.WAYPOST_PHONES_HOST || undefined,
    }
    const close = await openAgent({
      session,
      device: iden,
      server: signIn.server,
      settings,
      phone,
      phones,
      isServer: ofServer !== undefined,
      since: from,
      ...reporter,
    })
    if (until.aborted) await close()
    else stops.push(close)
  }
}

/** If the phone can't be used, that is logged and the companion runs without it. */
function phoneOf({ phone }: CompanionSettings, log: (line: string) => void): Phone | undefined {
  if (phone === undefined) return undefined
  try {
    return openPhone(phone, { log })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    log(`Texts cannot be sent: ${error.message}`)
    return undefined
  }
}

/** `name` is for a new device. @throws UserError if it was removed from the account */
async function registerThisDevice(
  session: Session,
  signIn: SignIn,
  { folders, mirror }: CompanionSettings,
  { phone, name }: { phone: Phone | undefined; name: string | undefined },
): Promise<Device> {
  if (signIn.device !== undefined && !(await devicesOf(session)).some(({ iden }) => iden === signIn.device)) throw removed()
  return registerDevice(session, signIn.device, {
    name: signIn.device === undefined ? name : undefined,
    abilities: {
      has_sms: phone !== undefined,
      has_mms: phone?.hasMms ?? false,
      remote_files: folders.length > 0 ? 'enabled' : 'disabled',
      shared_folders: folders.length,
      mirroring: mirror && canMirror() ? 'enabled' : 'disabled',
      key_fingerprint: signIn.key === undefined ? undefined : await keyFingerprint(signIn.key),
    },
  })
}

const removed = () =>
  new UserError('This machine was removed from the devices of your account. To add it again, run: waypost login')

function watchConnection(session: Session, signIn: SignIn, device: Device, reporter: Reporter, stops: Stop[]): void {
  const { server, account } = signIn
  let was: boolean | undefined
  stops.push(
    session.$connection.subscribe((connection) => {
      const isConnected = connection === 'connected'
      if (was === isConnected || (was === undefined && !isConnected)) return
      was = isConnected
      reporter.onEvent(isConnected ? 'connected' : 'disconnected', { server, device: device.iden })
      const name = device.nickname ?? 'this device'
      reporter.log(
        isConnected ? `Connected to ${server} as "${name}" of ${account.email}.` : 'Connection lost. Reconnecting.',
        true,
      )
    }),
    session.onPush((push) => reporter.onEvent('push', { push })),
  )
}

const textReporter: Reporter = { log: (line) => print(plain(line)), onEvent: () => {} }

const jsonReporter: Reporter = {
  log: (line, isNews) => print(jsonOf({ event: 'log', line, ...(isNews && { news: true }) })),
  onEvent: (event, fields) => print(jsonOf({ event, ...fields })),
}

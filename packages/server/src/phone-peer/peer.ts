// Makes this server the peer of an account's phones, through a separate program: starts it once the account exists, and restarts it when it
// ends.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@waypost/protocol'
import { makeTokenForProgram, revokeTokenForProgram } from '../access-token/for-programs.ts'
import { findByToken, idenOf, isStopped } from '../access-token/rows.ts'
import { type Account, findAccount, findReceiver } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { devices } from '../device/rows.ts'
import { firstAdministrator } from '../invite/rows.ts'
import { privateFile, privateFolder } from '../private-files.ts'
import { hashToken } from '../tokens.ts'
import { type PhoneProgram, startPhoneProgram } from './program.ts'
import type { PhonePeerState, PhonesConfig } from './setting.ts'

/** A folder in the data folder, with the program's settings for each account whose phones it has served. */
const folderName = 'phones'
const stateName = 'server.json'
const deviceName = 'Waypost server'

/** Times in milliseconds. */
export interface PhonePeerTimes {
  /** Between two checks of the account. */
  look: number
  /** The first delay before the program is restarted; it doubles each time, up to `longestPause`. */
  pause: number
}

const usualTimes: PhonePeerTimes = { look: 5_000, pause: 1_000 }
const longestPause = 300_000
/** Once the program has run this long, the next delay is short again. */
const settled = 60_000

interface PeerOptions {
  setting: PhonesConfig
  file: string
  log: { info(what: object, sentence: string): void; warn(what: object, sentence: string): void }
  times?: Partial<PhonePeerTimes>
}

interface State {
  token?: string
  device?: string
}

/** Runs this server as the peer of one account's phones. */
export class PhonePeer {
  readonly #deps: Pick<Deps, 'db' | 'bus' | 'config'>
  readonly #options: PeerOptions
  readonly #times: PhonePeerTimes
  #port = 0
  #running: { account: string; email: string; program: PhoneProgram; problem: string | undefined } | undefined
  /** Accounts that have ended the program's sign-in: it is not renewed until the server restarts. */
  readonly #left = new Set<string>()
  #pause: number
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #closed = false
  #trouble = ''

  constructor(deps: Pick<Deps, 'db' | 'bus' | 'config'>, options: PeerOptions) {
    this.#deps = deps
    this.#options = options
    this.#times = { ...usualTimes, ...options.times }
    this.#pause = this.#times.pause
  }

  get pid(): number | undefined {
    return this.#running?.program.pid
  }

  state(): PhonePeerState {
    const { email, problem } = this.#running ?? { email: this.#options.setting.email, problem: this.#trouble }
    return { account: email, running: this.#running !== undefined, problem: problem === '' ? undefined : problem }
  }

  /** @param port this server's plain HTTP port on loopback */
  start(port: number): void {
    this.#port = port
    this.#look()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
    await this.#running?.program.stop()
  }

  #look(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#looking = this.#looking
      .then(() => this.#follow())
      .catch((error: unknown) => this.#complain(error instanceof Refusal ? error.message : String(error)))
      .finally(() => {
        if (!this.#closed) this.#timer = setTimeout(() => this.#look(), this.#times.look)
      })
  }

  #complain(sentence: string): void {
    if (sentence === this.#trouble) return
    this.#trouble = sentence
    this.#options.log.warn({}, `The phones of this server: ${sentence}`)
  }

  /** Starts or stops the program depending on whether the account exists. */
  async #follow(): Promise<void> {
    const account = await this.#account()
    const { db } = this.#deps
    const { account: before, program } = this.#running ?? {}
    if (program && before !== undefined && before !== account?.iden) {
      this.#running = undefined
      await program.stop()
      if (!(await findAccount(db, before))) forgetPhones(this.#deps.config.data, before)
    }
    if (!account || this.#running || this.#closed || this.#left.has(account.iden) || performance.now() < this.#notBefore) return
    await this.#run(account)
  }

  /** The account whose phones they are; undefined if there is none, or while it is suspended or has not proved its address. */
  async #account(): Promise<Account | undefined> {
    const { db, config } = this.#deps
    const { email } = this.#options.setting
    const account = email === undefined ? await firstAdministrator(db) : await findReceiver(db, config, email)
    if (!account) this.#complain('There is no account for them yet.')
    else if (!(await isStopped(db, account.iden, 'phones of the server'))) return account
    else this.#complain('Their account is suspended.')
    return undefined
  }

  async #run(account: Account): Promise<void> {
    const { file, setting, log } = this.#options
    if (!existsSync(file)) return this.#complain('The companion is not built. Run: npm run build')
    const folder = join(this.#deps.config.data, folderName, account.iden)
    mkdirSync(folder, { recursive: true, mode: privateFolder })
    const state = readState(folder)
    const { db, bus } = this.#deps
    const found = state.token === undefined ? undefined : await findByToken(db, hashToken(state.token))
    const isValid = found !== undefined && found !== 'suspended' && found.account.iden === account.iden
    const token = isValid && state.token !== undefined ? state.token : await this.#makeToken(account)
    const known = state.device === undefined ? undefined : await devices.find(db, account.iden, state.device)
    const device = known?.active ? known.iden : undefined
    const keep = (device: string | undefined) => writeState(folder, { token, ...(device !== undefined && { device }) })
    keep(device)
    this.#trouble = ''
    const began = performance.now()
    let own = device
    const program = startPhoneProgram({
      file,
      folder,
      host: setting.host,
      signIn: {
        server: `http://127.0.0.1:${this.#port}`,
        token,
        account: { iden: account.iden, email: account.email },
        name: deviceName,
        ...(device !== undefined && { device }),
      },
      onDevice(iden) {
        own = iden
        keep(iden)
      },
      onRefused(reason) {
        running.problem = reason
      },
      onLine: (line, isNews) => log[isNews ? 'info' : 'warn']({}, `The phones of this server: ${line}`),
    })
    const running = { account: account.iden, email: account.email, program, problem: undefined as string | undefined }
    this.#running = running
    void program.ended.then(async () => {
      if (this.#running !== running || this.#closed) return
      this.#running = undefined
      if (performance.now() - began > settled) this.#pause = this.#times.pause
      this.#notBefore = performance.now() + this.#pause
      this.#pause = Math.min(longestPause, this.#pause * 2)
      const isOut = await this.#isOut(account, token, own).catch(() => false)
      if (isOut) {
        this.#left.add(account.iden)
        await revokeTokenForProgram({ db, bus }, account, idenOf(hashToken(token))).catch(() => {})
        this.#complain('Its device or token was removed, so it is signed out until the next start.')
      } else log.warn({}, 'The phones of this server: The program has ended, and is started again.')
      if (!this.#closed) this.#timer = this.#again()
    })
  }

  #again(): NodeJS.Timeout {
    clearTimeout(this.#timer)
    return setTimeout(() => this.#look(), Math.max(0, this.#notBefore - performance.now()))
  }

  #makeToken(account: Account): Promise<string> {
    return makeTokenForProgram(this.#deps, account, { name: deviceName, scope: 'everything' })
  }

  /** Whether the account has removed the device or the token. */
  async #isOut({ iden }: Account, token: string, device: string | undefined): Promise<boolean> {
    const { db } = this.#deps
    if (!(await findAccount(db, iden))) return false
    if (!(await findByToken(db, hashToken(token)))) return true
    return device !== undefined && !(await devices.find(db, iden, device))?.active
  }
}

/** Deletes the stored data of an account, including its pairings. @param data the data folder */
export const forgetPhones = (data: string, account: string): void =>
  rmSync(join(data, folderName, account), { recursive: true, force: true })

function readState(folder: string): State {
  try {
    const { token, device } = JSON.parse(readFileSync(join(folder, stateName), 'utf8')) as Record<string, unknown>
    return { ...(typeof token === 'string' && { token }), ...(typeof device === 'string' && { device }) }
  } catch {
    // There is none yet, or a power failure truncated it: then both are created again.
    return {}
  }
}

function writeState(folder: string, state: State): void {
  const file = join(folder, stateName)
  writeFileSync(`${file}.part`, JSON.stringify(state), { mode: privateFile })
  renameSync(`${file}.part`, file)
}
